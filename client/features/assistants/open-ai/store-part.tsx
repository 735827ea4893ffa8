import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { RowMenu } from '#client/components/row-menu.tsx'
import { SettingSelect } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { VectorStore } from '#shared/open-ai-assistants.ts'
import { FileRows } from './file-rows.tsx'
import { sendFiles } from './send-files.ts'
import { StoreDialog } from './store-dialog.tsx'
import type { ToolProps } from './tools-part.tsx'
import { useRemoveStore } from './use-remove-store.tsx'

type Props = ToolProps & {
  files: readonly { id: string; filename?: string | undefined; status: string }[]
  onChanged: () => void
}

/** The vector store of an assistant, with its files. */
export function StorePart({ form, files, onChange, onProblem, onChanged }: Props) {
  const { form: texts } = useTexts().assistants.openAi
  const { credential, vectorStoreId } = form
  const utils = trpc.useUtils()
  const stores = trpc.assistants.openAi.listStores.useQuery(
    { credential },
    { enabled: credential !== '', staleTime: 0, retry: false },
  )
  const detaching = trpc.assistants.openAi.detachFiles.useMutation({ onError: onProblem })
  const [edited, setEdited] = useState<VectorStore | 'new'>()
  const store = stores.data?.find(({ id }) => id === vectorStoreId)
  const remove = useRemoveStore({
    ...{ credential, onProblem },
    onRemoved: () => onChange({ vectorStoreId: '' }),
  })
  return (
    <>
      <div className="row gap-8 assistant-store">
        <SettingSelect
          label={texts.store}
          name="vectorStoreId"
          value={vectorStoreId}
          options={useStoreOptions(stores.data ?? [], vectorStoreId)}
          issue={undefined}
          help={credential === '' ? texts.credentialFirst : undefined}
          onChange={(id) => onChange({ vectorStoreId: id })}
        />
        {store && (
          <RowMenu
            label={texts.storeMenu(store.name || store.id)}
            zIndex={1400}
            actions={[
              { label: texts.editStore, run: () => setEdited(store) },
              { label: texts.removeStore, danger: true, run: () => void remove(store) },
            ]}
          />
        )}
        <Button
          variant="outlined"
          color="neutral"
          disabled={credential === ''}
          onClick={() => setEdited('new')}
        >
          {texts.newStore}
        </Button>
      </div>
      {vectorStoreId !== '' && (
        <FileRows
          label={texts.searchFiles(files.length)}
          add={texts.addSearchFiles}
          files={files.map(({ id, filename = id, status }) => ({
            ...{ id, filename },
            note: status === 'completed' ? undefined : texts.statusOf(status),
          }))}
          disabled={credential === '' || detaching.isPending}
          hint={undefined}
          onAdd={async (added) => {
            await sendFiles(added, { credential, storeId: vectorStoreId }).catch(onProblem)
            onChanged()
          }}
          onRemove={async ({ id }) => {
            await detaching
              .mutateAsync({ credential, id: vectorStoreId, file_ids: [id] })
              .catch(() => undefined)
            onChanged()
          }}
        />
      )}
      {edited && (
        <StoreDialog
          credential={credential}
          store={edited === 'new' ? undefined : edited}
          suggestedName={form.name}
          onClose={() => setEdited(undefined)}
          onSaved={async (id) => {
            onChange({ vectorStoreId: id })
            setEdited(undefined)
            await utils.assistants.openAi.listStores.invalidate()
          }}
        />
      )}
    </>
  )
}

/** A store that is not listed, such as a deleted one, keeps its id as its name. */
function useStoreOptions(listed: readonly VectorStore[], chosen: string) {
  const { form: texts } = useTexts().assistants.openAi
  const isKnown = listed.some(({ id }) => id === chosen)
  return [
    { value: '', label: texts.noStore },
    ...listed.map(({ id, name, file_counts: counts }) => ({
      ...{ value: id, label: name || id },
      note: texts.filesIn(counts.total),
    })),
    ...(chosen !== '' && !isKnown ? [{ value: chosen, label: chosen }] : []),
  ]
}
