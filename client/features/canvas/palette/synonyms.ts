import type { NodeSummary } from '#shared/node-summaries.ts'

/** What people call a category, in both languages: whoever works in one may know the word of the other. */
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

/** Words people look for that stand nowhere in a kind of node, by a part of its name. */
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

/** Other words for a kind of node, in English and Turkish. */
export function synonymsOf({ name, category }: Pick<NodeSummary, 'name' | 'category'>): string {
  const words = ofName.filter(([part]) => part.test(name)).map(([, also]) => also)
  return [ofCategory[category] ?? '', ...words].join(' ')
}
