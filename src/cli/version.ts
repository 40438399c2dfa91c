// The version of this package. A test compares it with package.json: reading that file would cost every start.

export const VERSION = '0.1.0'
