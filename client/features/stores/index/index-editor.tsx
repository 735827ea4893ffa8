import { Button } from '@mui/joy'
import { History } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { missingFields } from '#client/components/node-form/node-values.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'
import { useUpsert } from '../parts/use-upsert.ts'
import type { StorePaths } from '../store-paths.ts'
import { EstimatePanel } from './estimate-panel.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { IndexColumn } from './index-column.tsx'
import {
  formOf,
  formOfUpsert,
  type IndexForm,
  inputOf,
  isOwnIndex,
  isSame,
  type Part,
  parts,
} from './index-parts.ts'

type Props = {
  store: DocumentStore
  source: StoreLoader | undefined
  components: Record<Part, readonly NodeTemplate[]>
  paths: StorePaths
}

/** How the chunks are embedded, stored and compared. Each choice unlocks the next. */
export function IndexEditor({ store, source, components, paths }: Props) {
  const { stores } = useTexts()
  const texts = stores.index
  const [language] = useLanguage()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const saved = formOf(store)
  const [edited, setEdited] = useState<IndexForm>()
  const [isChecked, setChecked] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const columns = useRef<HTMLDivElement>(null)
  const form = edited ?? saved
  const isDirty = !isSame(form, saved)
  const { start, isStarting } = useUpsert(store)
  const saving = trpc.stores.saveConfig.useMutation()
  const missing = parts.flatMap((part) => {
    const template = components[part].find(({ name }) => name === form[part]?.name)
    return template ? missingFields(template, form[part]?.config ?? {}) : []
  })
  const marked = new Set(isChecked ? missing.map(({ name }) => name) : [])

  function isComplete(): boolean {
    const [first] = missing
    if (first) {
      setChecked(true)
      toasts.error(stores.source.missing(missing.map(({ label }) => label).join(', ')))
      columns.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus()
    }
    return first === undefined
  }

  /** Returns true when the settings are stored. */
  async function save(): Promise<boolean> {
    if (!isComplete()) {
      return false
    }
    try {
      if (isDirty) {
        await saving.mutateAsync(inputOf(store.id, form))
        await utils.stores.get.invalidate({ id: store.id })
        setEdited(undefined)
      }
      return true
    } catch (error) {
      toasts.error(errorText(error))
      return false
    }
  }

  async function saveOnly() {
    if (await save()) {
      toasts.success(texts.saved)
    }
  }

  async function upsert() {
    if (await save()) {
      await start(source && [source.id]).catch(() => undefined)
    }
  }

  const needsReembedding =
    store.upsertedDate !== null &&
    form.embedding !== undefined &&
    JSON.stringify(form.embedding) !== JSON.stringify(saved.embedding)

  return (
    <>
      <PageHeader
        title={texts.title}
        text={
          <>
            <Link className="text-link" to={paths.store(store.id)}>
              {store.name}
            </Link>
            {'. '}
            {source
              ? texts.sourceText(source.name)
              : texts.text(formatNumber(store.totalChunks, language), store.totalChunks)}
          </>
        }
        action={
          <div className="store-buttons flex wraps gap-8">
            <Button
              variant="plain"
              color="neutral"
              disabled={!isDirty}
              onClick={() => {
                setEdited(undefined)
                setChecked(false)
              }}
            >
              {texts.reset}
            </Button>
            <Button
              variant="outlined"
              color="neutral"
              startDecorator={<History size={16} />}
              onClick={() => setHistoryOpen(true)}
            >
              {texts.history}
            </Button>
            <Button
              variant="outlined"
              color="neutral"
              disabled={!isDirty || saving.isPending}
              onClick={() => void saveOnly()}
            >
              {texts.save}
            </Button>
          </div>
        }
      />
      {needsReembedding && (
        <div className="margin-bottom-16">
          <FormBanner tone="warning">
            {texts.reembed(formatNumber(store.totalChunks, language), store.totalChunks)}
          </FormBanner>
        </div>
      )}
      <div ref={columns} className="index-columns grid">
        {parts.map((part, place) => (
          <IndexColumn
            key={part}
            part={part}
            place={place + 1}
            components={components[part]}
            choice={form[part]}
            lock={lockOf(part, form)}
            marked={marked}
            onChange={(choice) => setEdited({ ...form, [part]: choice })}
          >
            {part === 'vectorStore' && form.embedding && form.vectorStore && (
              <ConnectionTest storeId={store.id} form={form} onCheck={isComplete} />
            )}
          </IndexColumn>
        ))}
      </div>
      <EstimatePanel
        store={store}
        source={source}
        form={useDeferredValue(form)}
        isReady={missing.length === 0}
        isStarting={isStarting || saving.isPending}
        paths={paths}
        onUpsert={() => void upsert()}
      />
      {isHistoryOpen && (
        <HistoryDrawer
          storeId={store.id}
          onClose={() => setHistoryOpen(false)}
          onRepeat={(nodes) => {
            setEdited(formOfUpsert(nodes, form))
            setHistoryOpen(false)
            toasts.info(texts.repeated)
          }}
          onUpsert={
            form.embedding && form.vectorStore && missing.length === 0
              ? () => {
                  setHistoryOpen(false)
                  void upsert()
                }
              : undefined
          }
        />
      )}
    </>
  )
}

type Lock = 'earlier' | 'needless' | undefined

/** The vector store follows the embeddings, and the record manager the vector store. */
function lockOf(part: Part, { embedding, vectorStore, recordManager }: IndexForm): Lock {
  if (part === 'embedding') {
    return undefined
  }
  if (!embedding || (part === 'recordManager' && !vectorStore)) {
    return 'earlier'
  }
  return part === 'recordManager' && !recordManager && isOwnIndex(vectorStore) ? 'needless' : undefined
}

type TestProps = { storeId: string; form: IndexForm; onCheck: () => boolean }

function ConnectionTest({ storeId, form, onCheck }: TestProps) {
  const { stores } = useTexts()
  const texts = stores.index
  const [language] = useLanguage()
  const sentence = useSentence()
  const errorText = useErrorText()
  const test = trpc.stores.testConnection.useMutation()
  const { data, error } = test
  const failure = data ? data.error : error && errorText(error)
  return (
    <div className="row wraps gap-8 text-13">
      <span className="row gap-8 grows shrinks" role="status">
        {data?.isConnected && (
          <>
            <StatusDot state="live" size={9} />
            {texts.connected(formatNumber(data.timeMs, language))}
          </>
        )}
        {failure && (
          <>
            <StatusDot state="problem" size={9} />
            <span className="text-danger">{sentence(failure)}</span>
          </>
        )}
      </span>
      <Button
        size="sm"
        variant="plain"
        color="neutral"
        disabled={test.isPending}
        onClick={() => onCheck() && test.mutate(inputOf(storeId, form))}
      >
        {test.isPending ? texts.connecting : texts.testConnection}
      </Button>
    </div>
  )
}
