// How do the entry types stay open to what this version does not know?
//
// The client adds types and fields with almost every release, so each type here leaves room: an index signature for
// further fields, and an arm of its own for a name that is not listed. That name is declared as an enum, which never
// exists at run time: it is a string to all uses, but not comparable to a literal. With a plain string,
// `entry.type === 'user'` could not rule the unknown arm out, and every narrowed field would come out as `unknown`.

/** A type, subtype or kind that is not listed; any string in the file. */
export declare enum Unlisted {
  name = '',
}

/** One of the listed words, or any other: the list helps the reader and the editor, it excludes nothing. */
export type OneOf<Listed extends string> = Listed | (string & Record<never, never>)

/** Fields that nothing is known about may stand beside the known ones. */
export interface Open {
  readonly [field: string]: unknown
}
