// What other layers use of this part.

export {
  EXPORT_FORMATS,
  type ExportedPage,
  type ExportFormat,
  type ExportReport,
  exportSessions,
  type Layout,
  type PageAbout,
  type SecretsSaid,
} from './export.js'
