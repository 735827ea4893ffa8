import { defaultSeparators, type Sizes, splitText } from './split-text.ts'

const lines = (...words: string[]) => words.map((word) => `\n${word}`)
const branches = lines('if ', 'for ', 'while ', 'switch ', 'case ')

/** Separators of each language, the largest units first. */
const separators = {
  cpp: [
    ...lines('class ', 'struct ', 'namespace ', 'template ', 'void ', 'int ', 'float ', 'double '),
    ...branches,
  ],
  go: [...lines('func ', 'type ', 'var ', 'const '), ...branches],
  java: [
    ...lines('class ', 'interface ', 'enum ', 'public ', 'protected ', 'private ', 'static '),
    ...branches,
  ],
  js: [
    ...lines('export ', 'class ', 'function ', 'async function ', 'const ', 'let ', 'var ', 'default '),
    ...branches,
  ],
  php: [...lines('class ', 'function ', 'public ', 'private ', 'foreach '), ...branches],
  proto: lines('message ', 'service ', 'enum ', 'option ', 'import ', 'syntax '),
  python: [...lines('class ', 'def ', 'async def ', '@', '\tdef ', '    def '), ...branches],
  rst: lines('===', '---', '***', '.. '),
  ruby: [...lines('class ', 'module ', 'def ', 'unless ', 'begin ', 'rescue '), ...branches],
  rust: [
    ...lines('fn ', 'pub ', 'impl ', 'struct ', 'enum ', 'const ', 'let ', 'loop ', 'match '),
    ...branches,
  ],
  scala: [...lines('class ', 'object ', 'trait ', 'def ', 'val ', 'var ', 'match '), ...branches],
  swift: [...lines('func ', 'class ', 'struct ', 'enum ', 'extension ', 'do '), ...branches],
  markdown: lines('# ', '## ', '### ', '#### ', '##### ', '###### ', '```'),
  latex: lines('\\chapter{', '\\section{', '\\subsection{', '\\subsubsection{', '\\begin{'),
  html: ['<body', '<div', '<section', '<article', '<table', '<p', '<h1', '<h2', '<h3', '<ul', '<li', '<br'],
  sol: [
    ...lines('pragma ', 'using ', 'contract ', 'interface ', 'library ', 'function ', 'event ', 'struct '),
    ...branches,
  ],
} satisfies Record<string, string[]>

export type CodeLanguage = keyof typeof separators

export const codeLanguages = Object.keys(separators) as CodeLanguage[]

export function splitCode(text: string, sizes: Sizes, language: CodeLanguage): Promise<string[]> {
  return splitText(text, sizes, [...separators[language], ...defaultSeparators])
}
