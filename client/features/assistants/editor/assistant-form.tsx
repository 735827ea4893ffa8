import { Button } from '@mui/joy'
import { useRef } from 'react'
import { FormBanner } from '#client/components/form-banner.tsx'
import { SettingSelect } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import type { AssistantIssue } from '#shared/assistants.ts'
import { InstructionSection } from './instruction-section.tsx'
import { titleOf } from './issue-title.ts'
import { KnowledgeSection } from './knowledge-section.tsx'
import { ModelSection } from './model-section.tsx'
import { PromptsSection } from './prompts-section.tsx'
import { ToolsSection } from './tools-section.tsx'
import type { Draft } from './use-assistant-draft.ts'

export function AssistantForm({ id, draft }: { id: string; draft: Draft }) {
  const form = useRef<HTMLDivElement>(null)
  const { details, change, head } = draft
  const issues = head?.issues ?? []

  function goTo({ field, index }: AssistantIssue) {
    const section = form.current?.querySelector(`[data-field="${field}"]`)
    const place = index === null ? section : section?.querySelector(`[data-index="${index}"]`)
    const target = (place ?? section)?.querySelector<HTMLElement>('input, textarea, button')
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }

  return (
    <div ref={form} className="assistant-form surface stack gap-24 scrolls-y">
      <Problems draft={draft} />
      <IssueStrip issues={issues} onGo={goTo} />
      <ModelSection part={details.chatModel} onChange={(chatModel) => change({ chatModel })} />
      <InstructionSection id={id} draft={draft} />
      <KnowledgeSection draft={draft} />
      <ToolsSection draft={draft} />
      <MemorySection draft={draft} />
      <PromptsSection id={id} draft={draft} />
    </div>
  )
}

function Problems({ draft: { status, problem, flush, reload, keepMine } }: { draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const errorText = useErrorText()
  if (status === 'conflict') {
    return (
      <FormBanner>
        <p>{texts.conflictText}</p>
        <div className="row wraps gap-8 margin-8-0-0">
          <Button size="sm" variant="outlined" onClick={() => void reload()}>
            {texts.loadTheirs}
          </Button>
          <Button size="sm" variant="outlined" onClick={() => void keepMine()}>
            {texts.keepMine}
          </Button>
        </div>
      </FormBanner>
    )
  }
  if (status === 'offline') {
    return (
      <FormBanner tone="warning">
        <div className="row wraps spread gap-8-12">
          <p className="shrinks">{texts.offlineText}</p>
          <Button size="sm" variant="outlined" color="neutral" onClick={() => void flush()}>
            {texts.retry}
          </Button>
        </div>
      </FormBanner>
    )
  }
  return status === 'failed' ? <FormBanner>{errorText(problem)}</FormBanner> : null
}

type StripProps = { issues: readonly AssistantIssue[]; onGo: (issue: AssistantIssue) => void }

/** What keeps the assistant from answering, each with the way to its field. */
function IssueStrip({ issues, onGo }: StripProps) {
  const { editor: texts } = useTexts().assistants
  const sentence = useSentence()
  if (issues.length === 0) {
    return null
  }
  return (
    <section className="assistant-issues round-sm text-13 line-20" aria-label={texts.issues(issues.length)}>
      <strong>{texts.issues(issues.length)}</strong>
      <ul className="unlisted unpadded">
        {issues.map((issue) => (
          <li key={`${issue.field} ${issue.index} ${issue.text}`} className="row wraps gap-8">
            <span className="shrinks">
              {titleOf(issue, texts)}: {sentence(issue.text)}
            </span>
            <button type="button" className="text-link" onClick={() => onGo(issue)}>
              {texts.goTo}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ALL = 'all'
const choices = [4, 10, 20, 50]

function MemorySection({ draft: { details, change } }: { draft: Draft }) {
  const { editor: texts } = useTexts().assistants
  const { turns } = details.memory
  const offered = turns === null || choices.includes(turns) ? choices : [...choices, turns]
  return (
    <section className="stack gap-8">
      <h2 className="assistant-label">{texts.memory}</h2>
      <SettingSelect
        label={texts.memoryLabel}
        name="memory"
        issue={undefined}
        value={turns === null ? ALL : String(turns)}
        options={[
          { value: ALL, label: texts.memoryAll },
          ...offered.map((count) => ({ value: String(count), label: texts.memoryTurns(count) })),
        ]}
        onChange={(value) => change({ memory: { turns: value === ALL ? null : Number(value) } })}
      />
    </section>
  )
}
