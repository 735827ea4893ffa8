import { useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { camelName } from '#shared/condition-rules.ts'
import { nameOfHandle } from '#shared/nodes.ts'
import type { RunEvent } from '#shared/runs.ts'
import { useStoredVariables } from '../fields/fields.ts'
import { type Condition, type ConditionRow, conditionOutputs, type OutputChange } from '../graph/condition.ts'
import { lookUp, runTable } from '../graph/condition-run.ts'
import { type Graph, labelIn } from '../graph/flow-graph.ts'
import { valuesOfRun } from '../graph/run-values.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { ConditionTry } from './condition-try.tsx'

type Props = { graph: Graph; node: string; condition: Condition; plan: OutputChange }

/** The outputs a condition makes, as it is being written, and where each leads. */
export function ConditionOutputs({ graph, node, condition, plan }: Props) {
  const { canvasFields } = useTexts()
  const outputs = conditionOutputs(condition)
  const unnamed = condition.mode === 'table' && condition.rows.some(({ output }) => output.trim() === '')
  return (
    <>
      <h3>{canvasFields.outputs}</h3>
      <ul aria-live="polite">
        {outputs.map((label) => (
          <li key={label}>
            <small>{leadsTo(graph, node, label, plan) ?? canvasFields.noLink}</small>
            <strong>{label}</strong>
            <KindGlyph kind="agent" size={12} silent />
          </li>
        ))}
        {unnamed && (
          <li data-unnamed>
            <small>{canvasFields.noLink}</small>
            <strong>{canvasFields.unnamed}</strong>
            <KindGlyph kind="agent" size={12} open silent />
          </li>
        )}
      </ul>
    </>
  )
}

function leadsTo(graph: Graph, node: string, label: string, { renamed }: OutputChange): string | undefined {
  const old = [...renamed].find(([, fresh]) => fresh === label)?.[0]
  const names = [camelName(label), old]
  const edge = [...graph.edges.values()].find(
    ({ source, sourceHandle }) => source === node && names.includes(nameOfHandle(sourceHandle ?? '')),
  )
  return edge && labelIn(graph, edge.target)
}

/** Code is tried in runs of the flow, a table here. */
export function TryCondition({ condition }: { condition: Condition }) {
  const { canvasFields } = useTexts()
  return condition.mode === 'table' ? (
    <TryTable rows={condition.rows} />
  ) : (
    <ConditionTry>
      <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">
        {canvasFields.codeIsTriedInRuns}
      </p>
    </ConditionTry>
  )
}

/** Starts with the values of the last run. */
function TryTable({ rows }: { rows: readonly ConditionRow[] }) {
  const { canvasFields } = useTexts()
  const reported = useCanvas((state) => state.reported.question)
  const platform = useStoredVariables(true)
  const [message, setMessage] = useState(reported ?? '')
  const [count, setCount] = useState('1')
  const [state, setState] = useState<Record<string, string>>({})
  const keys = [...new Set(rows.flatMap(({ variable }) => stateKey(variable)))]
  const length = Math.max(1, Math.min(500, Number(count) || 1))
  const situation = {
    messages: [...Array.from({ length: length - 1 }, () => ''), message],
    state,
    vars: Object.fromEntries((platform ?? []).map(({ name, value }) => [name, value])),
  }
  const output = runTable(rows, situation)
  const seen = rows.filter(({ variable }) => variable.startsWith('$vars.'))

  /** Values missing from this run are left unchanged. */
  function applyRun(events: readonly RunEvent[]) {
    const name = (key: string) => `$flow.state.${key}`
    const known = valuesOfRun(events, ['$flow.input', ...keys.map(name)])
    setMessage((before) => known['$flow.input'] ?? before)
    setState((before) => Object.fromEntries(keys.map((key) => [key, known[name(key)] ?? before[key] ?? ''])))
  }

  return (
    <ConditionTry onPastRun={applyRun} result={{ label: canvasFields.goesTo, output }}>
      <label>
        {canvasFields.lastMessage}
        <input
          className="input-box text-primary surface outlined-strong"
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </label>
      <label>
        {canvasFields.messageCount}
        <input
          className="input-box text-primary surface outlined-strong"
          inputMode="numeric"
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
      </label>
      {keys.map((key) => (
        <label key={key}>
          <code>$flow.state.{key}</code>
          <input
            className="input-box text-primary surface outlined-strong"
            value={state[key] ?? ''}
            onChange={({ target }) => setState((before) => ({ ...before, [key]: target.value }))}
          />
        </label>
      ))}
      {seen.map(({ variable }) => (
        <p key={variable} className="panel-help text-12 line-16 text-tertiary margin-4-0-0">
          <code>{variable}</code> = {lookUp(variable, situation) || canvasFields.emptyValue}
        </p>
      ))}
    </ConditionTry>
  )
}

function stateKey(variable: string): string[] {
  const [, key = ''] = /^\$flow\.state\.(.+)$/.exec(variable.trim()) ?? []
  return key === '' || key.startsWith('messages') ? [] : [key]
}
