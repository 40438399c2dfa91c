// What becomes of one content block.

/**
 * `remove`: it goes. `stub`: a note stands for its body. `truncate`: two lines of each of its texts. `images`: a note
 * stands for each image in it.
 */
export type BlockChange = 'remove' | 'stub' | 'truncate' | 'images' | OtherText

/** A text stands in its place: of a text block its words, of a call the whole block. */
export interface OtherText {
  readonly text: string
}
