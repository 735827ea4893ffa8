import { foldText } from '#client/components/fold-text.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'

/** Match score of a node kind; 0 when a word matches nowhere. */
function scoreTemplate(template: NodeSummary, words: string, alsoCalled = ''): number {
  const { label, name, category, tags, description } = template
  const fields: [string, number][] = [
    [label, 16],
    [name, 8],
    [tags.join(' '), 6],
    [`${category} ${alsoCalled}`, 4],
    [description, 2],
  ]
  const scores = foldText(words)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => Math.max(0, ...fields.map(([text, weight]) => weight * closeness(foldText(text), word))))
  return scores.every((score) => score > 0) ? scores.reduce((sum, score) => sum + score, 1) : 0
}

// A match at the start of the text scores highest, then at the start of a word.
function closeness(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at < 0) {
    return 0
  }
  return at === 0 ? 3 : /[\s\-_.·]/.test(text[at - 1] ?? '') ? 2 : 1
}

/**
 * Node types that match all words, best first; without words all of them, in their order. `alsoCalled` adds translated words
 * for a category or a type.
 */
export function searchTemplates(
  templates: readonly NodeSummary[],
  words: string,
  alsoCalled: (template: NodeSummary) => string = () => '',
): NodeSummary[] {
  if (words.trim() === '') {
    return [...templates]
  }
  return templates
    .map((template) => ({ template, score: scoreTemplate(template, words, alsoCalled(template)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.template.label.localeCompare(b.template.label))
    .map(({ template }) => template)
}

export function byCategory(templates: readonly NodeSummary[]): [string, NodeSummary[]][] {
  return [...Map.groupBy(templates, ({ category }) => category)]
}

/** Search synonyms of categories in both languages: users may know the term of the other one. */
const ofCategory: Readonly<Record<string, string>> = {
  'Chat Models': 'llm ai gpt model chat sohbet modeli yapay zeka dil modeli',
  LLMs: 'llm ai gpt model completion dil modeli yapay zeka',
  Chains: 'chain flow answer zincir akış cevap yanıt',
  Agents: 'agent assistant autonomous ajan asistan temsilci',
  Memory: 'memory history remember bellek hafıza geçmiş hatırla',
  Prompts: 'prompt template instruction istem şablon komut talimat',
  Tools: 'tool function action api araç fonksiyon eylem',
  'Tools (MCP)': 'tool mcp server araç sunucu',
  Utilities: 'utility code helper note yardımcı kod',
  'Vector Stores': 'vector database index rag knowledge vektör veritabanı dizin bilgi deposu',
  Retrievers: 'retriever search rag knowledge getirici arama bilgi',
  Embeddings: 'embedding vector gömme vektör',
  'Document Loaders': 'document file upload load pdf belge dosya yükle doküman',
  'Text Splitters': 'split chunk text böl parçala metin',
  'Output Parsers': 'parse output json structure çıktı çözümle yapı',
  Moderation: 'moderation safety filter denetim güvenlik süzgeç',
  Cache: 'cache önbellek',
  Engine: 'engine query motor sorgu',
  'Response Synthesizer': 'response answer synthesize yanıt cevap birleştir',
}

/** Search terms missing from a kind's texts, by part of its name. */
const ofName: readonly (readonly [RegExp, string])[] = [
  [/calculator/i, 'math sum hesap makinesi matematik'],
  [/search|serp|tavily|brave/i, 'web google internet ara arama'],
  [/scrap|cheerio|crawl|web/i, 'website page link site sayfa bağlantı'],
  [/customTool|customFunction|ifElse/i, 'javascript js code kod özel'],
  [/ifElse|condition/i, 'branch if condition koşul dallanma eğer'],
  [/request|http/i, 'http api rest istek'],
  [/redis|postgres|sql|mongo/i, 'database veritabanı'],
  [/anthropic/i, 'claude'],
  [/openai/i, 'gpt chatgpt'],
  [/google|vertex/i, 'gemini'],
  [/csv|excel/i, 'table spreadsheet tablo'],
  [/pdf/i, 'acrobat belge'],
  [/dateTime/i, 'clock time date saat tarih zaman'],
]

export function synonymsOf({ name, category }: Pick<NodeSummary, 'name' | 'category'>): string {
  const words = ofName.filter(([part]) => part.test(name)).map(([, also]) => also)
  return [ofCategory[category] ?? '', ...words].join(' ')
}
