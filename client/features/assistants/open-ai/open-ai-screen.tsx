import '../assistants.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FileButton } from '#client/components/file-button.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantType } from '#shared/assistants.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { CardSkeletons } from '../card-skeletons.tsx'
import { OpenAiDialog } from './assistant-dialog.tsx'
import { FormerDialog } from './former-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { type Row, readOpenAiDetails, readOpenAiFile } from './open-ai-details.ts'
import { OpenAiList } from './open-ai-list.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import type { Edited } from './use-open-ai-form.ts'

type Over =
  | { kind: 'edit'; edited: Edited; row?: Row }
  | { kind: 'move' | 'remove'; row: Row }
  | { kind: 'former' }

const fresh: Edited = { details: '{}', credential: '', iconSrc: null }

/** Assistants that run in an OpenAI account: kept here, answered by OpenAI. */
export function OpenAiAssistantsScreen({ paths }: { paths: AssistantPaths }) {
  const { assistants } = useTexts()
  const texts = assistants.openAi
  const list = trpc.assistants.list.useQuery(undefined)
  const [over, setOver] = useState<Over>()
  const edit = (edited: Edited, row?: Row) => setOver({ kind: 'edit', edited, ...(row && { row }) })
  useCrumbs([{ name: assistants.start.openAi, kind: 'tool' }])
  const loadFormer = (
    <Button variant="outlined" color="neutral" onClick={() => setOver({ kind: 'former' })}>
      {texts.loadFormer}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={
          <span className="row wraps gap-8">
            <LoadButton />
            {list.data?.some(isOpenAi) && loadFormer}
            <Button startDecorator={<Plus size={16} />} onClick={() => edit(fresh)}>
              {texts.add}
            </Button>
          </span>
        }
      />
      <WhatHolds listPath={paths.list} />
      <AsyncView query={list} errorTitle={assistants.loadFailed} skeleton={<CardSkeletons />}>
        {(all) => {
          const rows = all.filter(isOpenAi).map((row) => ({ ...readOpenAiDetails(row.details), ...row }))
          return rows.length === 0 ? (
            <EmptyState title={texts.emptyTitle} text={texts.emptyText} action={loadFormer} />
          ) : (
            <OpenAiList
              all={rows}
              actions={{
                onOpen: (row) => edit(row, row),
                onMove: (row) => setOver({ kind: 'move', row }),
                onRemove: (row) => setOver({ kind: 'remove', row }),
              }}
            />
          )
        }}
      </AsyncView>
      <Overlay over={over} paths={paths} onOver={setOver} />
    </>
  )
}

const isOpenAi = ({ type }: { type: AssistantType }) => type !== 'CUSTOM'

type OverlayProps = {
  over: Over | undefined
  paths: AssistantPaths
  onOver: (over: Over | undefined) => void
}

function Overlay({ over, paths, onOver }: OverlayProps) {
  const close = () => onOver(undefined)
  switch (over?.kind) {
    case 'edit': {
      const { row } = over
      return (
        <OpenAiDialog
          edited={over.edited}
          onClose={close}
          onRemove={row && (() => onOver({ kind: 'remove', row }))}
        />
      )
    }
    case 'former':
      return <FormerDialog onClose={close} onLoaded={(edited) => onOver({ kind: 'edit', edited })} />
    case 'move':
      return <MoveDialog row={over.row} paths={paths} onClose={close} />
    case 'remove':
      return <RemoveDialog row={over.row} onRemoved={close} onClose={close} />
    default:
      return null
  }
}

function WhatHolds({ listPath }: { listPath: string }) {
  const { openAi: texts } = useTexts().assistants
  const { holds } = texts
  return (
    <section className="assistant-holds grid gap-24 round-md" aria-labelledby="what-holds">
      <div>
        <h2 id="what-holds">{texts.holdsTitle}</h2>
        <p className="text-14 line-20">
          {texts.holdsText}{' '}
          <Link className="text-link" to={listPath}>
            {texts.holdsLink}
          </Link>
        </p>
      </div>
      <dl className="grid gap-4">
        <ReceiptLine label={holds.responses} value={holds.works} tone="good" />
        <ReceiptLine label={holds.stores} value={holds.works} tone="good" />
        <ReceiptLine label={holds.remote} value={holds.ended} tone="bad" />
      </dl>
    </section>
  )
}

function LoadButton() {
  const { openAi: texts } = useTexts().assistants
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const creation = trpc.assistants.create.useMutation()

  async function load(file: File) {
    const found = readOpenAiFile(await file.text())
    if (found.length === 0) {
      toasts.error(texts.noneInFile)
      return
    }
    try {
      for (const assistant of found) {
        await creation.mutateAsync(assistant)
      }
      toasts.success(texts.loaded(found.length))
    } catch (error) {
      toasts.error(errorText(error))
    }
    await utils.assistants.list.invalidate()
  }

  return (
    <FileButton
      variant="outlined"
      color="neutral"
      loading={creation.isPending}
      label={texts.load}
      onFile={(file) => void load(file)}
    />
  )
}
