// What other layers use of this part.

export { schemaOf } from './schema.js'
