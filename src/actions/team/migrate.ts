// Sets a store up, or brings it to this version; by the owner, and never on the way of anything else.

import { type Migrated, migrate } from '../../catalog/postgres/migrate.js'
import type { Action } from '../action.js'

export type MigrateReport = Migrated

export const migrateStore: Action<{ readonly url: string }, MigrateReport> = (_, { url }) => migrate(url)
