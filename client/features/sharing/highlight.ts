import type { SnippetLanguage } from './snippets/request.ts'

export type HighlightLanguage = SnippetLanguage | 'html' | 'jsx'

export type Token = { text: string; kind: 'string' | 'keyword' | 'plain' }

const strings = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`
const keywords: Record<HighlightLanguage, string> = {
  curl: String.raw`^curl\b`,
  javascript: String.raw`\b(?:const|let|await|new|if|for|of|throw|import|from)\b`,
  html: String.raw`</?[\w-]+|\b(?:import|from)\b`,
  jsx: String.raw`\b(?:const|new|return|import|from|export|function|void|null)\b`,
  python: String.raw`\b(?:import|for|in|if|raise|True|False|None|print)\b`,
}

export function highlight(language: HighlightLanguage, code: string): Token[][] {
  const pattern = new RegExp(`(${strings})|(${keywords[language]})`, 'g')
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [text] = match
    tokens.push({ text: code.slice(end, match.index), kind: 'plain' })
    tokens.push({ text, kind: match[1] === undefined ? 'keyword' : 'string' })
    end = match.index + text.length
  }
  tokens.push({ text: code.slice(end), kind: 'plain' })
  return toLines(tokens)
}

function toLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]]
  for (const { text, kind } of tokens) {
    for (const [place, part] of text.split('\n').entries()) {
      if (place > 0) {
        lines.push([])
      }
      if (part !== '') {
        lines.at(-1)?.push({ text: part, kind })
      }
    }
  }
  return lines
}
