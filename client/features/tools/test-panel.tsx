import { Button, Checkbox, FormControl, FormHelperText, Input } from '@mui/joy'
import { Play, Square } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { Receipt } from '#client/components/receipt.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { propertyName, type testedToolSchema } from '#shared/tools.ts'
import type { SchemaRow } from './schema-rows.ts'
import { readArgs } from './test-values.ts'

type Outcome = z.infer<typeof testedToolSchema>

export function TestPanel({ rows, func }: { rows: readonly SchemaRow[]; func: string }) {
  const { test: texts } = useTexts().tools
  const errorText = useErrorText()
  const [values, setWritten] = useState<ReadonlyMap<string, string>>(new Map())
  const [issues, setIssues] = useState<ReturnType<typeof readArgs>['issues']>(new Map())
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const stop = useRef<AbortController>(undefined)
  const { client } = trpc.useUtils()
  const named = rows.filter(({ property }) => propertyName.safeParse(property).success)

  async function run() {
    const { args, issues: found } = readArgs(named, values)
    setIssues(found)
    if (found.size > 0 || func.trim() === '' || isRunning) {
      return
    }
    const running = new AbortController()
    stop.current = running
    setRunning(true)
    setProblem(undefined)
    setOutcome(undefined)
    try {
      const properties = named.map(({ property }) => property)
      setOutcome(await client.tools.test.mutate({ func, properties, args }, { signal: running.signal }))
    } catch (error) {
      setProblem(running.signal.aborted ? undefined : error)
    } finally {
      setRunning(false)
    }
  }

  // Enter in one of these fields runs the test instead of submitting the form around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement &&
      !event.ctrlKey &&
      !event.metaKey
    ) {
      event.preventDefault()
      void run()
    }
  }

  return (
    <section
      className="tool-test stack shrinks backdrop-body gap-14 line-left"
      aria-label={texts.title}
      onKeyDown={onKeyDown}
    >
      <h3>{texts.title}</h3>
      {named.map((row) => (
        <ValueField
          key={row.key}
          row={row}
          text={values.get(row.key) ?? ''}
          issue={issues.get(row.key)}
          onText={(text) => setWritten(new Map([...values, [row.key, text]]))}
        />
      ))}
      {isRunning ? (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Square size={14} aria-hidden="true" />}
          onClick={() => stop.current?.abort()}
        >
          {texts.stop}
        </Button>
      ) : (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Play size={14} aria-hidden="true" />}
          disabled={func.trim() === ''}
          onClick={() => void run()}
        >
          {texts.run}
        </Button>
      )}
      {func.trim() === '' && <p className="tool-note text-12 line-18 text-tertiary">{texts.needsCode}</p>}
      <div role="status">
        {isRunning && <p className="tool-note text-12 line-18 text-tertiary">{texts.running}</p>}
        {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
        {outcome && <Result outcome={outcome} />}
      </div>
    </section>
  )
}

type ValueProps = {
  row: SchemaRow
  text: string
  issue: 'badNumber' | 'badJson' | undefined
  onText: (text: string) => void
}

function ValueField({ row: { property, type, required, description }, text, issue, onText }: ValueProps) {
  const { test: texts } = useTexts().tools
  if (type === 'boolean') {
    return (
      <Checkbox
        label={property}
        checked={text === 'true'}
        onChange={({ target }) => onText(target.checked ? 'true' : '')}
      />
    )
  }
  return (
    <FormControl error={issue !== undefined}>
      <FieldLabel label={property} required={required} />
      <Input
        className="row-mono"
        type={type === 'date' ? 'date' : 'text'}
        value={text}
        placeholder={texts.notSet}
        title={description}
        onChange={({ target }) => onText(target.value)}
        slotProps={{
          input: {
            ...(type === 'number' && { inputMode: 'decimal' as const }),
            autoComplete: 'off',
            spellCheck: false,
          },
        }}
      />
      {issue && <FormHelperText role="alert">{texts[issue]}</FormHelperText>}
    </FormControl>
  )
}

function Result({ outcome: { value, logs, fault: issue, durationMs } }: { outcome: Outcome }) {
  const { test: texts } = useTexts().tools
  const { text, isText } = describeValue(value)
  return (
    <>
      <Receipt
        torn
        title={texts.result}
        aside={
          <span className="row-state inline-row gap-8 text-12 text-secondary">
            <StatusDot state={issue === undefined ? 'live' : 'problem'} />
            {issue === undefined ? texts.returned : texts.failed}
          </span>
        }
        lines={[
          { label: texts.time, value: `${durationMs} ms` },
          { label: texts.logs, value: logs.length === 0 ? texts.noLogs : texts.lines(logs.length) },
        ]}
        foot={
          <>
            {issue !== undefined && <span className="test-issue breaks-anywhere text-danger">{issue}</span>}
            {issue === undefined &&
              (text === '' ? (
                texts.nothing
              ) : (
                <code className="test-value pre-wrap breaks-anywhere text-primary">{text}</code>
              ))}
            {issue === undefined && text !== '' && !isText && <span>{texts.notText}</span>}
          </>
        }
      />
      {logs.length > 0 && (
        <section
          className="test-logs scrolls pre-wrap breaks-anywhere surface outlined round-sm pad-10-12 margin-16-0-0 code-12"
          aria-label={texts.logs}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {logs.join('\n')}
        </section>
      )}
    </>
  )
}

function describeValue(value: Outcome['value']) {
  if (typeof value === 'string' || value === null) {
    return { text: value ?? '', isText: true }
  }
  return { text: JSON.stringify(value, null, 2), isText: false }
}
