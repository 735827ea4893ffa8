import '../assistants.css'
import { Button } from '@mui/joy'
import { useState } from 'react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FileButton } from '#client/components/file-button.tsx'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { MoveDialog } from './move-dialog.tsx'
import { readOpenAiDetails, readOpenAiFile } from './open-ai-details.ts'
import { OpenAiTable, type Row } from './open-ai-table.tsx'

/** Assistants that ran at OpenAI: what is stored of them, and the way to a custom one. */
export function OpenAiAssistantsScreen({ paths }: { paths: AssistantPaths }) {
  const { assistants } = useTexts()
  const texts = assistants.openAi
  const list = trpc.assistants.list.useQuery({ type: 'OPENAI' })
  const [moved, setMoved] = useState<Row>()
  const remove = useRemove()
  useCrumbs([{ name: assistants.start.openAi, kind: 'tool' }])
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} action={<LoadButton />} />
      <WhatHolds listPath={paths.list} />
      <AsyncView query={list} errorTitle={assistants.loadFailed} skeleton={<ListSkeleton />}>
        {(all) => {
          const rows = all.map(({ details, ...row }) => ({ ...row, ...readOpenAiDetails(details) }))
          return rows.length === 0 ? (
            <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
          ) : (
            <OpenAiTable all={rows} onMove={setMoved} onRemove={(row) => void remove(row)} />
          )
        }}
      </AsyncView>
      {moved && <MoveDialog row={moved} paths={paths} onClose={() => setMoved(undefined)} />}
    </>
  )
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
        <ReceiptLine label={holds.own} value={holds.works} tone="good" />
        <ReceiptLine label={holds.remote} value={holds.ended} tone="bad" />
      </dl>
    </section>
  )
}

function useRemove() {
  const { openAi: texts } = useTexts().assistants
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const deletion = trpc.assistants.remove.useMutation()
  return async ({ id, name }: Row) => {
    const isConfirmed = await confirm({
      title: texts.removeTitle(name),
      description: texts.removeText,
      confirmButtonName: texts.remove,
      danger: true,
    })
    if (isConfirmed) {
      await deletion.mutateAsync({ id }).catch((error) => toasts.error(errorText(error)))
      await utils.assistants.list.invalidate()
    }
  }
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
      for (const details of found) {
        await creation.mutateAsync({ details, type: 'OPENAI' })
      }
      toasts.success(texts.loaded(found.length))
    } catch (error) {
      toasts.error(errorText(error))
    }
    await utils.assistants.list.invalidate()
  }

  return <FileButton loading={creation.isPending} label={texts.load} onFile={(file) => void load(file)} />
}
