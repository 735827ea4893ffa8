import '../assistants.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useCrumbs } from '#client/components/crumbs.ts'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { AssistantCard } from '#shared/assistants.ts'
import { AddAssistantDialog } from '../add-assistant-dialog.tsx'
import type { AssistantPaths } from '../assistant-paths.ts'
import { CardSkeletons } from '../card-skeletons.tsx'
import { OpenAsFlowDialog } from '../open-as-flow-dialog.tsx'
import { useAssistantActions } from '../use-assistant-actions.tsx'
import { CustomList } from './custom-list.tsx'
import { LoadFileButton } from './load-file-button.tsx'

/** All custom assistants. */
export function CustomAssistantsScreen({ paths }: { paths: AssistantPaths }) {
  const { assistants } = useTexts()
  const texts = assistants.custom
  const list = trpc.assistants.custom.list.useQuery()
  const [isAdding, setAdding] = useState(false)
  const [continued, setContinued] = useState<AssistantCard>()
  const { exportFile, remove } = useAssistantActions()
  useCrumbs([{ name: assistants.start.custom, kind: 'tool' }])
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={
          <div className="flex wraps gap-8">
            <LoadFileButton paths={paths} />
            {list.data?.length !== 0 && add}
          </div>
        }
      />
      <AsyncView query={list} errorTitle={assistants.loadFailed} skeleton={<CardSkeletons />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={texts.emptyTitle} text={texts.emptyText} action={add} />
          ) : (
            <CustomList
              all={all}
              paths={paths}
              actions={{
                openAsFlow: setContinued,
                exportFile: ({ id, name }) => void exportFile(id, name),
                remove: (card) => void remove(card),
              }}
            />
          )
        }
      </AsyncView>
      {isAdding && <AddAssistantDialog paths={paths} onClose={() => setAdding(false)} />}
      {continued && (
        <OpenAsFlowDialog
          id={continued.id}
          name={continued.name}
          paths={paths}
          onClose={() => setContinued(undefined)}
        />
      )}
    </>
  )
}
