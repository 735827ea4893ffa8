import { Button } from '@mui/joy'
import { Play, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { readRecords } from '#shared/json.ts'
import type { customFunctionInput } from '#shared/tools.ts'
import { useLastValues, useStoredVariables } from '../fields/fields.ts'
import { textOf } from '../graph/field-values.ts'
import { readValues } from '../graph/prompt-values.ts'
import { splitTokens, substituteTokens } from '../graph/variables.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import './try-code.css'

type Outcome = { value: string } | { issue: string }

/** Runs the function in the editor with the values it uses, prefilled from the last run. */
export function TryCode({ node, code }: { node: string; code: string }) {
  const texts = useTexts().canvasAsides.tryCode
  const { setText, names, declared, textFor } = useValues(node, code)
  const { outcome, isRunning, run, stop } = useTry()
  const start = () => {
    const given = names.flatMap((name) => {
      // Inputs declared by the node exist in every run, even without a value here.
      const text = textFor(name) ?? (name in declared ? '' : undefined)
      return text === undefined ? [] : [[name, text] as const]
    })
    void run(code, Object.fromEntries(given))
  }

  // Enter runs the code and does not submit the surrounding form.
  function onKeyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey } = event
    if (key === 'Enter' && target instanceof HTMLInputElement && !(ctrlKey || metaKey)) {
      event.preventDefault()
      start()
    }
  }

  return (
    <section
      className="try-code rigid scrolls-y text-13 line-18 backdrop-body line-above"
      aria-label={texts.title}
      onKeyDown={onKeyDown}
    >
      <div className="try-values flex wraps gap-8-12 items-flex-end">
        {names.map((name) => (
          <Value key={name} name={name} text={textFor(name) ?? ''} onText={(text) => setText(name, text)} />
        ))}
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={isRunning ? <Square size={14} /> : <Play size={14} />}
          disabled={code.trim() === ''}
          onClick={isRunning ? stop : start}
        >
          {isRunning ? texts.stop : texts.run}
        </Button>
      </div>
      <div role="status" className="try-outcome">
        {isRunning && texts.running}
        {outcome && 'issue' in outcome && (
          <p className="try-issue pre-wrap breaks-anywhere text-danger">{outcome.issue}</p>
        )}
        {outcome && 'value' in outcome && (
          <>
            <small>{texts.result}</small>
            <pre className="pre-wrap breaks-anywhere text-primary">
              {outcome.value === '' ? texts.nothing : outcome.value}
            </pre>
          </>
        )}
      </div>
    </section>
  )
}

function Value({ name, text, onText }: { name: string; text: string; onText: (text: string) => void }) {
  const texts = useTexts().canvasAsides.tryCode
  const id = useId()
  return (
    <div className="try-value grid gap-4">
      <label className="text-secondary ellipsis" htmlFor={id}>
        <code>{name}</code>
      </label>
      <input
        className="input-box full-width text-primary surface pad-0-8 height-32 outlined-strong"
        id={id}
        value={text}
        placeholder={texts.noValue}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  )
}

/** Value of each name: entered here, else declared by the node, with variables from the last run. */
function useValues(node: string, code: string) {
  const store = useCanvasStore()
  const lastValue = useLastValues(useStoredVariables(true))
  const [values, setWritten] = useState<ArgumentsForm>({})
  // The graph does not change while the dialog is open.
  const declared = declaredIn(store.getState().graph.nodes.get(node)?.data.inputs ?? {})
  const textFor = (name: string) => {
    const text = declared[name]
    const known = text === undefined ? lastValue(name) : substituted(text, lastValue)
    return values[name] ?? known
  }
  const setText = (name: string, text: string) => setWritten({ ...values, [name]: text })
  return { setText, names: namesIn(code), declared, textFor }
}

/** Undefined if the last run has no value for a variable: its placeholder must not reach the code. */
function substituted(text: string, lastValue: (name: string) => string | undefined) {
  const isUnknown = splitTokens(text).some((part) => 'name' in part && lastValue(part.name) === undefined)
  return isUnknown ? undefined : substituteTokens(text, lastValue)
}

function useTry() {
  const texts = useTexts().canvasAsides.tryCode
  const errorText = useErrorText()
  const { client } = trpc.useUtils()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isRunning, setRunning] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  async function run(code: string, given: ArgumentsForm) {
    const own = new AbortController()
    stopping.current?.abort()
    stopping.current = own
    setRunning(true)
    setOutcome(undefined)
    const tried = await client.tools.runFunction
      .mutate(toRun(code, given), { signal: own.signal })
      .then((value): Outcome => ({ value: textOf(value) }))
      .catch((error: unknown): Outcome => ({ issue: describeIssue(error) }))
    if (stopping.current === own) {
      setRunning(false)
      setOutcome(tried)
    }
  }

  /** The error message comes from the language runtime; only its line is translated. */
  function describeIssue(error: unknown) {
    const [, message] = /^The code failed: (.+)$/s.exec(toAppError(error).message) ?? []
    const [, issue = message, line] = /^(.+) \(line (\d+)\)$/s.exec(message ?? '') ?? []
    return issue === undefined ? errorText(error) : texts.failed(issue, line)
  }

  function stop() {
    stopping.current?.abort()
    stopping.current = undefined
    setRunning(false)
  }

  return { outcome, isRunning, run, stop }
}

/** Texts by variable name as used in the code: `$name`, `$flow.input`, `$flow.state.key`. */
export type ArgumentsForm = Readonly<Record<string, string>>

/** The server provides variables itself; tools exist only in runs. */
const missing = new Set(['$vars', '$tools', '$flow', '$flow.state'])

export function namesIn(code: string): string[] {
  const found = code.matchAll(/\$flow\.state\.[A-Za-z_]\w*|\$flow\.[A-Za-z_]\w*|\$[A-Za-z_]\w*/g)
  return [...new Set([...found].map(([name]) => name))].filter((name) => !missing.has(name))
}

/** Inputs a node declares for its code: JSON text of an object, or the rows of an agent step. */
export function declaredIn(inputs: Readonly<Record<string, unknown>>): ArgumentsForm {
  const { functionInputVariables: stored, customFunctionInputVariables: rows } = inputs
  const objects = [readValues(stored), ...readRecords(stored).map(readValues)]
  return Object.fromEntries([
    ...objects.flatMap((each) => Object.entries(each).map(([name, value]) => [`$${name}`, value])),
    ...readRecords(rows).map((row) => [`$${textOf(row.variableName)}`, textOf(row.variableValue)]),
  ])
}

/**
 * The request to run code: inputs by name. The flow's own values are set on the code's first line, so that line numbers in
 * errors stay correct.
 */
export function toRun(code: string, given: ArgumentsForm): z.input<typeof customFunctionInput> {
  const under = (start: string) =>
    Object.entries(given).flatMap(([name, text]): [string, Json][] => {
      const key = name.startsWith(start) ? name.slice(start.length) : ''
      return key === '' || key.includes('.') ? [] : [[key, readArguments(text)]]
    })
  const [flow, state] = [under('$flow.'), under('$flow.state.')]
  const reported = {
    ...Object.fromEntries(flow),
    ...(state.length > 0 && { state: Object.fromEntries(state) }),
  }
  return {
    javascriptFunction:
      flow.length + state.length > 0 ? `Object.assign($flow, ${JSON.stringify(reported)});${code}` : code,
    functionInputVariables: Object.fromEntries(under('$')),
  }
}

type Json = z.infer<ReturnType<typeof z.json>>

/** Objects and lists are passed parsed, as from another node. */
function readArguments(text: string): Json {
  try {
    return /^\s*[[{]/.test(text) ? (JSON.parse(text) as Json) : text
  } catch {
    return text
  }
}
