import type { DemoMessage } from './conversation.ts'
import type { Shape } from './generate-value.ts'
import { phrases } from './phrases.ts'
import { capitalise, fold, languageOf, sentencesOf, toList, toSentence } from './words.ts'

// The two prompts of the writing assistant: one writes an instruction for a model, one the steps of a flow.

/** Folded words that indicate a kind of step. The first matching and allowed kind wins. */
const kinds: readonly [kind: string, sign: RegExp][] = [
  ['conditionAgent', /\bclassif|\bdecid|\broute|\bsort\b|\bwhether\b|siniflandir|karar|ayir/],
  ['http', /https?:\/\/|\bapi\b|\bfetch|\bistek gonder|servis/],
  ['humanInput', /\bapprov|\bconfirm|\bhuman|\bperson\b|onay|insan/],
  ['iteration', /\beach\b|\bevery item|her bir/],
  ['retriever', /\bsearch|\blook\w* up|\bdocument|\bknowledge|belge|\barar?\b|arasin/],
  ['customFunction', /\bjavascript\b|\bcalculat|\bcompute|hesapla/],
  ['loop', /\bagain\b|\bretry|\buntil\b|tekrar/],
  ['agent', /\btools?\b|\bweb\b|\barac/],
  ['directReply', /\brepl(?:y|ies)\b|\banswers?\b|\btells?\b|\bsends?\b|yanit|cevap|soyle|bildir/],
]
const maxSteps = 8

export function wantsPlan(schema: Shape | undefined): schema is Shape {
  const { steps, links } = schema?.properties ?? {}
  return steps?.items?.properties?.kind?.enum !== undefined && links?.items !== undefined
}

export function planSteps(description: string, schema: Shape): string {
  const allowed = schema.properties?.steps?.items?.properties?.kind?.enum ?? []
  const isTurkish = languageOf(description) === 'tr'
  const steps = [stepOf('start', 'start', isTurkish ? 'Başlangıç' : 'Start')]
  const links: { from: string; to: string; output: number }[] = []
  const parts = partsOf(description)
  let from = 'start'
  for (const [at, sentence] of parts.entries()) {
    const kind = kindOf(sentence, at === parts.length - 1, allowed)
    const step = stepOf(`step${at + 1}`, kind, titleOf(sentence))
    const input = `{{ ${from === 'start' ? 'question' : from} }}`
    steps.push(Object.assign(step, fieldsOf(kind, sentence, input, isTurkish)))
    if (kind === 'iteration') {
      const text = `${capitalise(sentence)}: {{ $iteration }}`
      steps.push({ ...stepOf(`${step.id}each`, 'llm', step.label), text, inside: step.id })
    }
    links.push({ from, to: step.id, output: 0 })
    // A loop links back only, so the following step continues from the step before the loop.
    if (kind === 'loop') {
      step.backTo = steps.find((each) => /^(?:llm|agent)$/.test(each.kind))?.id ?? ''
    } else {
      from = step.id
    }
  }
  return JSON.stringify({ steps, links })
}

function kindOf(sentence: string, isLast: boolean, allowed: readonly unknown[]): string {
  const folded = fold(sentence)
  const found = kinds.find(([kind, sign]) => allowed.includes(kind) && sign.test(folded))?.[0] ?? 'llm'
  return found === 'directReply' && !isLast ? 'llm' : found
}

function fieldsOf(kind: string, sentence: string, input: string, isTurkish: boolean): object {
  const fields: Record<string, object> = {
    directReply: { text: input },
    iteration: { text: input },
    retriever: { text: '{{ question }}' },
    conditionAgent: {
      text: capitalise(sentence),
      scenarios: isTurkish ? ['Evet', 'Diğer her şey'] : ['Yes', 'Anything else'],
    },
    http: { url: /https?:\/\/[^\s"'<>,]+/.exec(sentence)?.[0] ?? 'https://example.com' },
    customFunction: { text: `// ${capitalise(sentence)}\nreturn $flow.input` },
  }
  return fields[kind] ?? { text: toSentence(sentence) }
}

function partsOf(description: string): string[] {
  const parts = sentencesOf(description.slice(0, 4_000))
    .flatMap((sentence) => sentence.split(/[;\n]|,? (?:and )?then |,? (?:ve )?(?:sonra|ardından) /iu))
    .map((part) => part.replace(/^[\s\-–*\d.)]+/, '').replace(/[\s.]+$/, ''))
    .filter((part) => /\p{L}{2}/u.test(part))
  return (parts.length > 0 ? parts : [description]).slice(0, maxSteps)
}

function stepOf(id: string, kind: string, label: string) {
  const empty = { text: '', scenarios: [], conditions: [], method: 'GET', url: '', backTo: '', inside: '' }
  return { id, kind, label, ...empty }
}

function titleOf(sentence: string) {
  const bare = sentence.replace(/https?:\/\/\S+/g, '').replace(/[^\p{L}\p{N}\s'’-]/gu, '')
  return capitalise(bare.split(/\s+/).filter(Boolean).slice(0, 3).join(' '))
}

const maxRules = 12

export function writeInstruction(messages: readonly DemoMessage[]): string | undefined {
  if (!messages.some(({ role, text }) => role === 'system' && /^You write instructions\b/.test(text))) {
    return undefined
  }
  const task = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  const rules = sentencesOf(task.slice(0, 4_000)).filter((sentence) => /\p{L}{2}/u.test(sentence))
  const lines = rules.slice(0, maxRules).map((rule) => toSentence(rule.replace(/\s+/g, ' ')))
  const { promptOpening, promptEnding } = phrases[languageOf(task)]
  return `${promptOpening}${toList(lines)}\n\n${promptEnding}`
}
