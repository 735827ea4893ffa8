import '../assistants.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { ListFrame, ListSkeleton } from '#client/components/list-frame.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { AssistantCard } from '#shared/assistants.ts'
import type { Kind } from '#shared/kinds.ts'
import { AddAssistantDialog } from '../add-assistant-dialog.tsx'
import type { AssistantPaths } from '../assistant-paths.ts'
import { AssistantState } from './assistant-state.tsx'

const RECENT = 8

/** The two kinds of assistants, and those edited last. */
export function AssistantsScreen({ paths }: { paths: AssistantPaths }) {
  const { assistants: texts } = useTexts()
  const list = trpc.assistants.custom.list.useQuery()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <div className="assistant-kinds grid gap-16">
        <CustomKind all={list.data ?? []} paths={paths} onAdd={() => setAdding(true)} />
        <OpenAiKind path={paths.openAi} />
      </div>
      <h2 className="assistant-recent">{texts.start.recent}</h2>
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-13 text-tertiary">{texts.start.none}</p>
          ) : (
            <RecentTable rows={all.slice(0, RECENT)} paths={paths} />
          )
        }
      </AsyncView>
      {isAdding && <AddAssistantDialog paths={paths} onClose={() => setAdding(false)} />}
    </>
  )
}

type CustomProps = { all: readonly AssistantCard[]; paths: AssistantPaths; onAdd: () => void }

function CustomKind({ all, paths, onAdd }: CustomProps) {
  const { start: texts } = useTexts().assistants
  const [language] = useLanguage()
  const sum = (read: (card: AssistantCard) => number) => all.reduce((total, card) => total + read(card), 0)
  return (
    <KindPanel
      title={texts.custom}
      text={texts.customText}
      sample={[
        ['model', texts.sample.model],
        ['retriever', texts.sample.knowledge],
        ['tool', texts.sample.tool],
      ]}
    >
      <dl className="grid gap-4">
        <ReceiptLine label={texts.assistants} value={formatNumber(all.length, language)} />
        <ReceiptLine
          label={texts.messages}
          value={formatNumber(
            sum(({ messages }) => messages),
            language,
          )}
        />
        <ReceiptLine
          label={texts.cost}
          value={formatMoney(
            sum(({ cost }) => cost),
            language,
          )}
          strong
        />
      </dl>
      <div className="assistant-kind-foot row wraps gap-12">
        <Button startDecorator={<Plus size={16} />} onClick={onAdd}>
          {texts.add}
        </Button>
        <Link className="text-link" to={paths.list}>
          {texts.seeAll(all.length)}
        </Link>
      </div>
    </KindPanel>
  )
}

function OpenAiKind({ path }: { path: string }) {
  const { start: texts } = useTexts().assistants
  const { data = [] } = trpc.assistants.list.useQuery({ type: 'OPENAI' })
  return (
    <KindPanel
      title={texts.openAi}
      tag={texts.openAiTag}
      text={texts.openAiText}
      sample={[
        ['model', 'gpt-4.1'],
        ['document', texts.sample.files],
      ]}
    >
      <p className="text-13 line-20 text-secondary">{texts.openAiMove}</p>
      <div className="assistant-kind-foot row wraps gap-12">
        <Button component={Link} to={path} variant="outlined" color="neutral">
          {texts.openAiOpen(data.length)}
        </Button>
      </div>
    </KindPanel>
  )
}

type PanelProps = {
  title: string
  tag?: string
  text: string
  sample: readonly (readonly [Kind, string])[]
  children: ReactNode
}

function KindPanel({ title, tag, text, sample, children }: PanelProps) {
  return (
    <section className="assistant-kind grid surface outlined round-md clips">
      <div className="assistant-kind-main stack gap-12">
        <h2 className="row gap-8">
          {title}
          {tag && (
            <span className="assistant-chip text-12 medium text-secondary outlined round-xs">{tag}</span>
          )}
        </h2>
        <p className="text-14 line-20 text-secondary">{text}</p>
        {children}
      </div>
      <div className="assistant-kind-sample stack gap-8" aria-hidden="true">
        {sample.map(([kind, name]) => (
          <span
            key={name}
            className="assistant-sample row gap-8 text-12 text-secondary surface outlined round-xs"
            data-kind={kind}
          >
            <KindGlyph kind={kind} size={10} silent />
            {name}
          </span>
        ))}
      </div>
    </section>
  )
}

function RecentTable({ rows, paths }: { rows: readonly AssistantCard[]; paths: AssistantPaths }) {
  const { assistants } = useTexts()
  const { start: texts, custom } = assistants
  const [language] = useLanguage()
  const columns: Column<AssistantCard>[] = [
    {
      id: 'name',
      head: texts.columns.name,
      cell: ({ id, name }) => (
        <Link className="no-underline text-primary semibold" to={paths.editor(id)}>
          {name}
        </Link>
      ),
    },
    { id: 'model', head: texts.columns.model, cell: ({ model }) => model || custom.noModel },
    { id: 'state', head: texts.columns.state, cell: ({ draft }) => <AssistantState draft={draft} /> },
    {
      id: 'messages',
      head: texts.messages,
      isNumber: true,
      cell: ({ messages }) => formatNumber(messages, language),
    },
    { id: 'cost', head: texts.cost, isNumber: true, cell: ({ cost }) => formatMoney(cost, language) },
    {
      id: 'changed',
      head: texts.columns.changed,
      cell: ({ updatedDate }) => <RelativeTime iso={updatedDate} />,
    },
  ]
  return (
    <ListFrame>
      <DataTable
        label={texts.recent}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        language={language}
        phone={({ id, name, model, draft, updatedDate }) => (
          <div className="stack gap-4">
            <Link className="no-underline text-primary semibold" to={paths.editor(id)}>
              {name}
            </Link>
            <span className="row wraps gap-8 text-12 text-tertiary">
              {model || custom.noModel} <AssistantState draft={draft} /> <RelativeTime iso={updatedDate} />
            </span>
          </div>
        )}
      />
    </ListFrame>
  )
}
