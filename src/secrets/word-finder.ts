// Many words looked for at once, in one pass over the bytes and whatever their case: an automaton of Aho and Corasick.

export interface WordFinder {
  /** Tells where a word begins, and which one it is; in the order of their ends. Words are told a byte a character. */
  find(bytes: Uint8Array, from: number, to: number, found: (start: number, word: number) => void): void
}

export function wordFinder(words: readonly string[]): WordFinder {
  const alphabet = [...new Set(words.join(''))]
  const width = alphabet.length + 1 // 0 is whatever stands in no word
  const classes = new Uint8Array(256)
  alphabet.forEach((char, at) => {
    classes[char.charCodeAt(0)] = at + 1
    if (/[a-z]/.test(char)) classes[char.toUpperCase().charCodeAt(0)] = at + 1
  })
  const { next, outputs } = automaton(words, classes, width)
  const lengths = words.map(word => word.length)
  // States are numbered so that those at which a word ends come last: one comparison a byte tells them.
  const order = outputs
    .map((_, state) => state)
    .sort((a, b) => Number(outputs[a]!.length > 0) - Number(outputs[b]!.length > 0))
  const numberOf = new Int32Array(order.length)
  order.forEach((state, number) => {
    numberOf[state] = number
  })
  const table = new Int32Array(order.length * width)
  order.forEach((state, number) => {
    for (let char = 0; char < width; char++)
      table[number * width + char] = numberOf[next[state * width + char]!]! * width
  })
  const told = order.map(state => outputs[state]!)
  const firstEnd = told.findIndex(list => list.length > 0) * width
  return {
    find(bytes, from, to, found) {
      let state = 0
      for (let at = from; at < to; at++) {
        state = table[state + classes[bytes[at]!]!]!
        if (state < firstEnd) continue
        for (const word of told[state / width]!) found(at + 1 - lengths[word]!, word)
      }
    },
  }
}

function automaton(words: readonly string[], classes: Uint8Array, width: number) {
  const next: number[] = new Array<number>(width).fill(-1)
  const outputs: number[][] = [[]]
  words.forEach((word, index) => {
    let state = 0
    for (const char of word) {
      const at = state * width + classes[char.charCodeAt(0)]!
      if (next[at] === -1) {
        next[at] = outputs.length
        outputs.push([])
        for (let more = 0; more < width; more++) next.push(-1)
      }
      state = next[at]!
    }
    outputs[state]!.push(index)
  })
  // Breadth first: where a word breaks off, the longest ending that begins another word goes on.
  const fallback = new Int32Array(outputs.length)
  const queue: number[] = []
  for (let char = 0; char < width; char++) {
    const state = next[char]!
    if (state === -1) next[char] = 0
    else queue.push(state)
  }
  for (const state of queue) {
    outputs[state]!.push(...outputs[fallback[state]!]!)
    for (let char = 0; char < width; char++) {
      const at = state * width + char
      const other = next[fallback[state]! * width + char]!
      if (next[at] === -1) next[at] = other
      else {
        fallback[next[at]!] = other
        queue.push(next[at]!)
      }
    }
  }
  return { next, outputs }
}
