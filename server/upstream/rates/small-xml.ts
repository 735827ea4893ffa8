/** An element: what it is called, what stands in its tag, and either elements or text inside. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
}

const MOST_ELEMENTS = 5_000
const MOST_DEPTH = 8

const instruction = /<\?[^<>]{0,500}\?>/y
const openTag = /<([A-Za-z_][\w.-]{0,60})((?:\s+[A-Za-z_][\w.-]{0,60}="[^"<>]{0,500}")*)\s*(\/?)>/y
const closeTag = /<\/([A-Za-z_][\w.-]{0,60})\s*>/y
const words = /[^<]+/y
const attribute = /([A-Za-z_][\w.-]*)="([^"]*)"/g

/**
 * Reads XML as plain as the central bank's: elements, attributes, text. Declarations, comments and CDATA are refused,
 * entities stay as they are written: there is nothing in it that could grow or reach out. Throws an Error that says what is wrong.
 */
export function readSmallXml(source: string): Element {
  const text = source.replace(/^\uFEFF/, '')
  if (text.includes('<!')) {
    throw new Error('it declares something')
  }
  const tree = plant()
  let position = 0
  while (position < text.length) {
    const found = takeNext(text, position)
    position += found[0].length
    tree.grow(found)
  }
  return tree.fell()
}

/** The next piece of the text, whatever it is. Every pattern is tried where the last piece ended and nowhere else. */
function takeNext(text: string, position: number): RegExpExecArray {
  for (const pattern of [openTag, closeTag, words, instruction]) {
    pattern.lastIndex = position
    const found = pattern.exec(text)
    if (found) {
      return found
    }
  }
  throw new Error('it is no XML that we read')
}

function plant() {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0

  function begin(name: string, attributes: string, isWhole: boolean) {
    count += 1
    if (count > MOST_ELEMENTS || open.length > MOST_DEPTH) {
      throw new Error('it is too large')
    }
    const pairs = [...attributes.matchAll(attribute)].map(([, key, value]) => [key, value] as const)
    const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
    open.at(-1)?.children.push(element)
    if (!isWhole) {
      open.push(element)
    }
  }

  function end(name: string) {
    if (open.length === 1 || open.pop()?.name !== name) {
      throw new Error(`</${name}> closes nothing`)
    }
  }

  return {
    grow([piece, name = '', attributes = '', slash]: RegExpExecArray) {
      if (piece.startsWith('</')) {
        end(name)
      } else if (name !== '') {
        begin(name, attributes, slash === '/')
      } else if (!piece.startsWith('<?')) {
        const within = open.at(-1) ?? root
        within.text += piece
      }
    },

    /** The one element all the others are in. */
    fell() {
      const [only, ...others] = root.children
      if (!only || others.length > 0 || open.length > 1 || root.text.trim() !== '') {
        throw new Error('it is not whole')
      }
      return only
    },
  }
}
