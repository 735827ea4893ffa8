import { Button, IconButton, Link as JoyLink } from '@mui/joy'
import { ArrowLeft, Download, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '#client/api/use-session.ts'
import { CopyButton } from '#client/components/copy-button.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { formatMoment } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ChatKey, Conversation } from '#shared/conversations.ts'
import { isRecord } from '#shared/json.ts'
import { useInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'
import type { InboxMessage } from '../live/merge-messages.ts'
import { Note } from '../thread/entry-row.tsx'
import { usePeople } from '../thread/use-presence.ts'
import { useTakeover } from '../thread/use-takeover.ts'
import { useVisitorData } from '../transfer/use-visitor-data.ts'
import { nameOf, platformName } from '../view/words.ts'
import { Reasoning } from './reasoning.tsx'

const MAX_ID = 20

type Props = {
  chat: ChatKey
  executionPath: (runId: string) => string
  onBack: () => void
  /** Undefined for who may not erase the visitor. */
  onErased: (() => void) | undefined
}

/** Visitor, people, notes, and what is known of the selected message. */
export function DetailsPane({ chat, executionPath, onBack, onErased }: Props) {
  const { inbox } = useTexts()
  const conversation = useInbox(({ conversations }) => conversations.get(keyOf(chat)))
  const thread = useInbox(({ threads }) => threads.get(keyOf(chat)))
  const selectedId = useInbox(({ selectedMessageId }) => selectedMessageId)
  const takeover = useTakeover()
  if (!conversation) {
    return <aside className="inbox-details" aria-label={inbox.details.label} />
  }
  const message = thread?.messages.find(({ id }) => id === selectedId)
  const notes = thread?.entries.filter(({ kind }) => kind === 'note').toReversed() ?? []
  return (
    <aside
      className="inbox-details stack gap-20 surface scrolls-y"
      aria-label={inbox.details.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the arrow keys
      tabIndex={0}
    >
      <IconButton
        className="inbox-details-back"
        size="sm"
        variant="plain"
        aria-label={inbox.back}
        onClick={onBack}
      >
        <ArrowLeft size={18} />
      </IconButton>
      <Contact conversation={conversation} />
      <Facts
        conversation={conversation}
        memory={thread?.messages.find(({ memoryType }) => memoryType)?.memoryType}
      />
      <People chat={chat} />
      {notes.length > 0 && (
        <section className="stack gap-8">
          <h4 className="text-13 semibold">
            {inbox.details.notes} <span className="regular text-secondary">{notes.length}</span>
          </h4>
          {notes.map((note) => (
            <Note key={note.id} entry={note} onRemove={(id) => takeover.removeNote(chat, id)} />
          ))}
        </section>
      )}
      {message && <Selected message={message} executionPath={executionPath} />}
      {onErased && <VisitorData conversation={conversation} onErased={onErased} />}
    </aside>
  )
}

function Contact({ conversation }: { conversation: Conversation }) {
  const { inbox } = useTexts()
  const { email, phone, name } = conversation
  return (
    <section className="row gap-12 items-flex-start">
      <span className="inbox-initials rigid inline-grid items-centered semibold text-14" aria-hidden="true">
        {initialsOf(nameOf(conversation, inbox))}
      </span>
      <div className="grows shrinks text-13 line-18">
        <h4 className="text-14 line-20 semibold breaks-anywhere">{nameOf(conversation, inbox)}</h4>
        {email && (
          <JoyLink href={`mailto:${email}`} className="breaks-anywhere" level="body-sm">
            {email}
          </JoyLink>
        )}
        {phone && <p className="text-secondary tabular">{phone}</p>}
        {!(email || phone || name) && <p className="text-secondary">{inbox.details.noLead}</p>}
      </div>
      {email && <CopyButton small label={inbox.details.copyEmail} text={email} />}
    </section>
  )
}

function VisitorData({ conversation, onErased }: { conversation: Conversation; onErased: () => void }) {
  const { inbox } = useTexts()
  const { privacy } = inbox
  const { exportAll, erase } = useVisitorData()
  const name = nameOf(conversation, inbox)
  return (
    <section className="stack gap-8">
      <h4 className="text-13 semibold">{privacy.heading}</h4>
      <div className="row wraps gap-8">
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={<Download size={14} />}
          onClick={() => void exportAll(conversation, name)}
        >
          {privacy.export}
        </Button>
        <Button
          size="sm"
          variant="outlined"
          color="danger"
          startDecorator={<Trash2 size={14} />}
          onClick={async () => (await erase(conversation, name)) && onErased()}
        >
          {privacy.erase}
        </Button>
      </div>
    </section>
  )
}

type FactsProps = { conversation: Conversation; memory: string | null | undefined }

function Facts({ conversation, memory }: FactsProps) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const { flowName, platform, startedDate, updatedDate, sessionId, chatId, cost } = conversation
  const facts: [string, string, boolean?][] = [
    [inbox.details.flow, flowName],
    [inbox.details.platform, platformName(platform, inbox)],
    [inbox.details.firstSeen, formatMoment(startedDate, language)],
    [inbox.details.lastSeen, formatMoment(updatedDate, language)],
    [inbox.details.session, sessionId, true],
    [inbox.details.chat, chatId, true],
    ...(memory ? [[inbox.details.memory, memory] as [string, string]] : []),
    [inbox.details.spent, formatMoney(cost, language), true],
  ]
  return (
    <dl className="inbox-facts grid gap-4-12 text-13 line-18">
      {facts.map(([term, value, isCode = false]) => (
        <div key={term} className="inbox-fact">
          <dt className="text-secondary">{term}</dt>
          <dd className={isCode ? 'monospace text-12' : 'breaks-anywhere'} title={value}>
            {isCode ? shortened(value) : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function People({ chat }: { chat: ChatKey }) {
  const { inbox } = useTexts()
  const { operators } = usePeople(chat)
  if (operators.length === 0) {
    return null
  }
  return (
    <section className="stack gap-8">
      <h4 className="text-13 semibold">{inbox.details.people}</h4>
      <ul className="unlisted unpadded stack gap-6 text-13 line-18">
        {operators.map(({ id, name, isTyping, isSelf }) => (
          <li key={id} className="row gap-8">
            <span
              className="inbox-person rigid inline-grid items-centered circle semibold"
              aria-hidden="true"
            >
              {initialsOf(name)}
            </span>
            <span className="truncate">{name}</span>
            {isSelf && <span className="text-secondary">{inbox.details.you}</span>}
            <span className="pushed-right row gap-6 text-secondary rigid">
              <StatusDot state={isTyping ? 'working' : 'live'} size={8} />
              {isTyping ? inbox.details.typing : inbox.details.reading}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SelectedProps = { message: InboxMessage; executionPath: (runId: string) => string }

function Selected({ message, executionPath }: SelectedProps) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const isAdmin = useUser()?.role === 'ADMIN'
  const { durationMs, tokens, cost, runId, agentReasoning } = message
  const figures: [string, string][] = [
    ...(durationMs === null
      ? []
      : [
          [
            inbox.details.answerTime,
            inbox.stats.seconds(
              numberFormat(language, { maximumSignificantDigits: 2 }).format(durationMs / 1_000),
            ),
          ] as [string, string],
        ]),
    ...(tokens === null
      ? []
      : [[inbox.details.tokens, numberFormat(language).format(tokens)] as [string, string]]),
    ...(cost === null ? [] : [[inbox.details.cost, formatMoney(cost, language)] as [string, string]]),
  ]
  const steps = Array.isArray(agentReasoning) ? agentReasoning.filter(isRecord) : []
  return (
    <section className="stack gap-10">
      <h4 className="text-13 semibold">{inbox.details.selected}</h4>
      {figures.length > 0 && (
        <dl className="inbox-figures stack gap-4 text-13 line-18">
          {figures.map(([term, value]) => (
            <div key={term} className="row gap-8">
              <dt className="text-secondary">{term}</dt>
              <dd className="monospace pushed-right tabular">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {steps.length > 0 && <Reasoning steps={steps} />}
      {isAdmin && runId !== null && message.agentFlowExecutedData !== undefined && (
        <Link className="text-link text-13" to={executionPath(runId)}>
          {inbox.details.execution}
        </Link>
      )}
      <details className="text-13">
        <summary className="text-secondary pressable">{inbox.details.json}</summary>
        <pre
          className="inbox-json scrolls text-12 line-16 monospace backdrop-level1 round-sm pad-8-10"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the arrow keys
          tabIndex={0}
        >
          {JSON.stringify(message, null, 2)}
        </pre>
      </details>
    </section>
  )
}

function shortened(id: string) {
  return id.length > MAX_ID ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
}

function initialsOf(name: string) {
  const words = name.split(/[\s._@-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('')
}
