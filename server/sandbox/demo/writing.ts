import type { DemoMessage } from './conversation.ts'
import type { Shape } from './fill-shape.ts'
import { capitalise, fold, languageOf, sentencesOf, toList, toSentence } from './words.ts'

// The two prompts of the writing helper: an instruction for a model, and the steps of a flow.

type Step = Record<string, unknown> & { id: string; kind: string }
/** A step to come: its sentence, what came before it, and where the input comes from. */
type Draft = { sentence: string; before: readonly Step[]; input: string; isTurkish: boolean }

const url = /https?:\/\/[^\s"'<>,]+/

/** Kinds of step: words of a sentence, folded, that ask for one, and the fields it fills. The first that fits is taken. */
const kinds: readonly [kind: string, sign: RegExp, fill: (draft: Draft) => object][] = [
  [
    'conditionAgent',
    /\bclassif|\bdecid|\broute|\bsort\b|\bwhether\b|siniflandir|karar|ayir/,
    ({ sentence, isTurkish }) => ({
      text: capitalise(sentence),
      ways: isTurkish ? ['Evet', 'Diğer her şey'] : ['Yes', 'Anything else'],
    }),
  ],
  [
    'http',
    /https?:\/\/|\bapi\b|\bfetch|\bistek gonder|servis/,
    ({ sentence }) => ({ url: url.exec(sentence)?.[0] ?? 'https://example.com' }),
  ],
  [
    'humanInput',
    /\bapprov|\bconfirm|\bhuman|\bperson\b|onay|insan/,
    ({ sentence }) => ({ text: capitalise(sentence) }),
  ],
  ['iteration', /\beach\b|\bevery item|her bir/, ({ input }) => ({ text: input })],
  [
    'retriever',
    /\bsearch|\blook\w* up|\bdocument|\bknowledge|belge|\barar?\b|arasin/,
    () => ({ text: '{{ question }}' }),
  ],
  [
    'customFunction',
    /\bjavascript\b|\bcalculat|\bcompute|hesapla/,
    ({ sentence }) => ({ text: `// ${capitalise(sentence)}\nreturn $flow.input` }),
  ],
  [
    'loop',
    /\bagain\b|\bretry|\buntil\b|tekrar/,
    ({ before }) => ({ backTo: before.find(({ kind }) => /^(?:llm|agent)$/.test(kind))?.id ?? '' }),
  ],
  ['agent', /\btools?\b|\bweb\b|\barac/, ({ sentence }) => ({ text: toSentence(sentence) })],
  [
    'directReply',
    /\brepl(?:y|ies)\b|\banswers?\b|\btells?\b|\bsends?\b|yanit|cevap|soyle|bildir/,
    ({ input }) => ({ text: input }),
  ],
]
const maxSteps = 8

/** Whether a schema is that of a plan: steps of certain kinds, and links between them. */
export function wantsPlan(schema: Shape | undefined): schema is Shape {
  const { steps, links } = schema?.properties ?? {}
  return steps?.items?.properties?.kind?.enum !== undefined && links?.items !== undefined
}

/** A plan out of a description: a step for each sentence, one after the other, of the kinds that are allowed. */
export function planSteps(description: string, schema: Shape): string {
  const allowed = schema.properties?.steps?.items?.properties?.kind?.enum ?? []
  const isTurkish = languageOf(description) === 'tr'
  const steps = [stepOf('start', 'start', isTurkish ? 'Başlangıç' : 'Start')]
  const links: { from: string; to: string; output: number }[] = []
  let from = 'start'
  for (const [at, sentence] of partsOf(description).entries()) {
    const isLast = at === partsOf(description).length - 1
    const fits = (kind: string, sign: RegExp) =>
      allowed.includes(kind) && sign.test(fold(sentence)) && (isLast || kind !== 'directReply')
    const [kind, , fill] = kinds.find(([each, sign]) => fits(each, sign)) ?? ['llm']
    const input = `{{ ${from === 'start' ? 'question' : from} }}`
    const id = `step${at + 1}`
    const step = stepOf(id, kind, titleOf(sentence))
    const filled = fill?.({ sentence, before: steps, input, isTurkish }) ?? { text: toSentence(sentence) }
    steps.push({ ...step, ...filled })
    if (kind === 'iteration') {
      const text = `${capitalise(sentence)}: {{ $iteration }}`
      steps.push({ ...stepOf(`${id}each`, 'llm', titleOf(sentence)), text, inside: id })
    }
    links.push({ from, to: id, output: 0 })
    // A loop leads back: what comes after it follows the step before.
    from = kind === 'loop' ? from : id
  }
  return JSON.stringify({ steps, links })
}

function partsOf(description: string): string[] {
  const parts = sentencesOf(description.slice(0, 4_000))
    .flatMap((sentence) => sentence.split(/[;\n]|,? (?:and )?then |,? (?:ve )?(?:sonra|ardından) /iu))
    .map((part) => part.replace(/^[\s\-–*\d.)]+/, '').replace(/[\s.]+$/, ''))
    .filter((part) => /\p{L}{2}/u.test(part))
  return (parts.length > 0 ? parts : [description]).slice(0, maxSteps)
}

function stepOf(id: string, kind: string, label: string): Step {
  const empty = { text: '', ways: [], conditions: [], method: 'GET', url: '', backTo: '', inside: '' }
  return { id, kind, label, ...empty }
}

function titleOf(sentence: string) {
  const bare = sentence.replace(/https?:\/\/\S+/g, '').replace(/[^\p{L}\p{N}\s'’-]/gu, '')
  return capitalise(bare.split(/\s+/).filter(Boolean).slice(0, 3).join(' '))
}

const frames = {
  en: {
    opening: 'You are a careful assistant.\n\nYour task:\n',
    ending: 'Answer briefly and politely. Say so when you do not know something, and invent nothing.',
  },
  tr: {
    opening: 'Sen dikkatli bir asistansın.\n\nGörevin:\n',
    ending: 'Kısa ve kibar yanıt ver. Bilmediğini söyle, hiçbir şey uydurma.',
  },
}
const maxRules = 12

/** The answer to a prompt that wants an instruction for another model: the description, put in order. */
export function writeInstruction(messages: readonly DemoMessage[]): string | undefined {
  if (!messages.some(({ role, text }) => role === 'system' && /^You write instructions\b/.test(text))) {
    return undefined
  }
  const task = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const rules = sentencesOf(task.slice(0, 4_000)).filter((sentence) => /\p{L}{2}/u.test(sentence))
  const lines = rules.slice(0, maxRules).map((rule) => toSentence(rule.replace(/\s+/g, ' ')))
  const { opening, ending } = frames[languageOf(task)]
  return `${opening}${toList(lines)}\n\n${ending}`
}
