import '../assistants.css'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { useFoundDraft } from '#client/components/device-drafts.ts'
import { Tabs } from '#client/components/tabs.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useMediaQuery } from '#client/components/use-media-query.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { AssistantDraft } from '#shared/assistants.ts'
import type { AssistantPaths } from '../assistant-paths.ts'
import { AssistantForm } from './assistant-form.tsx'
import { type DeviceForm, findForm } from './device-form.ts'
import { EditorHeader } from './editor-header.tsx'
import { titleOf } from './issue-title.ts'
import { type Draft, useAssistantDraft } from './use-assistant-draft.ts'

type Props = { id: string; paths: AssistantPaths; renderChat: (props: ChatDockProps) => ReactNode }

/** The form of an assistant beside its chat, which runs the draft. */
export function AssistantEditorScreen({ id, paths, renderChat }: Props) {
  const { editor: texts } = useTexts().assistants
  // Later fetches must not overwrite the form being edited.
  const query = trpc.assistants.custom.open.useQuery(
    { id },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  )
  const findDevice = useCallback((owner: string) => findForm(owner, id), [id])
  const device = useFoundDraft(findDevice)
  return (
    <div className="assistant-page stack text-primary backdrop-body">
      <AsyncView query={query} errorTitle={texts.notLoaded}>
        {(opened) =>
          device !== 'waiting' && (
            <Editor opened={opened} device={device} paths={paths} renderChat={renderChat} />
          )
        }
      </AsyncView>
    </div>
  )
}

/** As on the canvas: what an earlier visit could not save is opened, and said. */
function useRestoredNotice(isRestored: boolean) {
  const { versions } = useTexts()
  const toasts = useToasts()
  const isSaid = useRef(false)
  useEffect(() => {
    if (isRestored && !isSaid.current) {
      isSaid.current = true
      toasts.info(versions.restoredHere)
    }
  }, [isRestored, toasts, versions])
}

const narrow = '(max-width: 899px)'

type EditorProps = Omit<Props, 'id'> & { opened: AssistantDraft; device: DeviceForm | undefined }

function Editor({ opened, device, paths, renderChat }: EditorProps) {
  const { editor: texts } = useTexts().assistants
  const draft = useAssistantDraft(opened, device)
  useRestoredNotice(draft.isRestored)
  const isNarrow = useMediaQuery(narrow)
  const [tab, setTab] = useState<'form' | 'chat'>('form')
  const form = <AssistantForm id={opened.id} draft={draft} />
  const chat = <LiveChat id={opened.id} draft={draft} renderChat={renderChat} />
  return (
    <>
      <EditorHeader id={opened.id} draft={draft} paths={paths} />
      {isNarrow ? (
        <div className="assistant-tabs stack grows">
          <Tabs
            id="assistant"
            label={texts.tabs}
            value={tab}
            options={[
              { value: 'form', label: texts.form },
              { value: 'chat', label: texts.chat },
            ]}
            onChange={setTab}
          >
            {tab === 'form' ? form : chat}
          </Tabs>
        </div>
      ) : (
        <div className="assistant-split grid grows">
          {form}
          {chat}
        </div>
      )}
    </>
  )
}

type ChatProps = Pick<Props, 'renderChat'> & { id: string; draft: Draft }

function LiveChat({ id, draft, renderChat }: ChatProps) {
  const { editor: texts } = useTexts().assistants
  const [issue] = draft.head?.issues ?? []
  const isReady = draft.head !== null
  return (
    <div className="assistant-chat stack shrinks shrinks-y">
      <DraftNote draft={draft} />
      {isReady &&
        renderChat({
          flowId: id,
          starterPrompts: draft.details.starterPrompts ?? [],
          ...(issue && { disabledReason: texts.blocked(titleOf(issue, texts)) }),
          beforeSend: async () => {
            await draft.flush()
          },
          onRunStart: nothing,
          onRunEvent: nothing,
          onShowNode: nothing,
        })}
    </div>
  )
}

/** Says whom the chat beside the form runs for. */
function DraftNote({ draft: { head, status } }: { draft: Draft }) {
  const { versions } = useTexts()
  if (!head || (status === 'saved' && head.published && !head.isDraft)) {
    return null
  }
  const live = head.published && versions.short(head.published.number)
  return (
    <p
      className="assistant-draft-note rigid text-12 line-16 backdrop-warning text-warning-soft"
      role="status"
    >
      {versions.testingDraft(live ?? undefined)}
    </p>
  )
}

const nothing = () => undefined
