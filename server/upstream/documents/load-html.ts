import { type CheerioAPI, load } from 'cheerio'
import { Tokenizer } from 'htmlparser2'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { limits, rejectTooDeep, rejectTooLarge } from './limits.ts'

/**
 * Parses a web page with limits inside the parser: broken HTML makes it move and repeat elements, so no check
 * beforehand can predict depth and size. Throws INVALID_INPUT and TOO_LARGE.
 */
export function loadHtml(html: string): CheerioAPI {
  countAttributes(html)
  return load(html, { treeAdapter: createLimitedAdapter(2 * html.length + 100_000) })
}

function createLimitedAdapter(attributeCharacters: number): typeof adapter {
  let depth = 0
  let nodes = 0
  let characters = 0
  const count = () => {
    nodes += 1
    if (nodes > limits.nodes) {
      rejectTooLarge(`it has more than ${limits.nodes} elements`)
    }
  }
  return {
    ...adapter,
    createElement(tagName, namespace, attributes) {
      count()
      // A repeated element repeats its attributes.
      characters += attributes.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
      if (characters > attributeCharacters) {
        rejectTooLarge('its elements overlap')
      }
      return adapter.createElement(tagName, namespace, attributes)
    },
    createTextNode(text) {
      count()
      return adapter.createTextNode(text)
    },
    createCommentNode(text) {
      count()
      return adapter.createCommentNode(text)
    },
    onItemPush() {
      depth += 1
      if (depth > limits.depth) {
        rejectTooDeep()
      }
    },
    onItemPop() {
      depth -= 1
    },
  }
}

const ignore = () => undefined

function countAttributes(html: string) {
  let count = 0
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname() {
        count = 0
      },
      onattribname() {
        count += 1
        if (count > limits.attributes) {
          rejectTooLarge(`it has an element with more than ${limits.attributes} attributes`)
        }
      },
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      onclosetag: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
