import './sharing.css'
import { Button, Chip } from '@mui/joy'
import { AppWindow, Atom, Link2, MessageCircle, Palette, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { DocsLink } from '#client/components/docs-link.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import type { SharedFlow } from '#client/components/share-opener.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowHead } from '#shared/flow-versions.ts'
import { AppearancePane } from './appearance/appearance-pane.tsx'
import { CallPane } from './call-pane.tsx'
import { EmbedPane } from './embed-pane.tsx'
import { LinkPane } from './link-pane.tsx'
import { type SharedState, usePublishing, useSharedState } from './use-sharing.ts'

const sections = [
  { name: 'call', Icon: SquareTerminal },
  { name: 'widget', Icon: MessageCircle },
  { name: 'page', Icon: AppWindow },
  { name: 'react', Icon: Atom },
  { name: 'link', Icon: Link2 },
  { name: 'look', Icon: Palette },
] as const
type Section = (typeof sections)[number]['name']

type Props = { flow: SharedFlow; onClose: () => void }

export function ShareDialog({ flow, onClose }: Props) {
  const { sharing: texts } = useTexts()
  const state = useSharedState(flow.id)
  const publishing = usePublishing(flow.id, flow.publish)
  const [section, setSection] = useState<Section>('call')
  const head = state.data?.head
  return (
    <Dialog
      title={texts.title}
      size="xl"
      flush
      onClose={onClose}
      {...(head && { description: <PublishState head={head} publishing={publishing} /> })}
    >
      <div className="share">
        <AsyncView query={state} errorTitle={texts.loadFailed}>
          {(shared) =>
            shared.head.published === null ? (
              <div className="share-empty">
                <EmptyState
                  title={texts.publishFirst}
                  text={texts.publishText}
                  action={<PublishButton {...publishing} />}
                />
              </div>
            ) : (
              <>
                <Rail section={section} onSection={setSection} />
                <Pane section={section} state={shared} />
              </>
            )
          }
        </AsyncView>
      </div>
    </Dialog>
  )
}

function Pane({ section, state }: { section: Section; state: SharedState }) {
  switch (section) {
    case 'call':
      return <CallPane state={state} />
    case 'link':
      return <LinkPane state={state} />
    case 'look':
      return <AppearancePane state={state} />
    default:
      return <EmbedPane key={section} kind={section} state={state} />
  }
}

type Publishing = ReturnType<typeof usePublishing>

function PublishState({ head, publishing }: { head: FlowHead; publishing: Publishing }) {
  const { sharing: texts } = useTexts()
  const { published, isDraft, changes } = head
  if (!published) {
    return <Chip size="sm">{texts.neverPublished}</Chip>
  }
  const count = changes.added + changes.removed + changes.changed
  return (
    <div className="share-state row wraps">
      <Chip size="sm" color="success" sx={{ borderRadius: 'xs' }}>
        {texts.published(published.number)}
      </Chip>
      {!isDraft && <span>{texts.upToDate}</span>}
      {isDraft && <span>{count > 0 ? texts.ahead(count) : texts.draftAhead}</span>}
      {isDraft && <PublishButton {...publishing} size="sm" />}
    </div>
  )
}

function PublishButton({ run, isPublishing, size = 'md' }: Publishing & { size?: 'sm' | 'md' }) {
  const { sharing: texts } = useTexts()
  return (
    <Button
      size={size}
      variant={size === 'sm' ? 'plain' : 'solid'}
      disabled={isPublishing}
      onClick={() => void run()}
    >
      {isPublishing ? texts.publishing : texts.publish}
    </Button>
  )
}

function Rail({ section, onSection }: { section: Section; onSection: (section: Section) => void }) {
  const { sharing: texts } = useTexts()
  return (
    <nav className="share-rail stack gap-2 pad-12 line-right" aria-label={texts.sections}>
      {sections.map(({ name, Icon }) => (
        <button
          className="flex min-height-36 pad-6-10 text-left text-secondary no-background borderless round-sm pressable filled-on-hover"
          key={name}
          type="button"
          aria-current={name === section ? 'page' : undefined}
          onClick={({ currentTarget }) => {
            onSection(name)
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }}
        >
          <Icon size={16} aria-hidden="true" />
          {texts[name]}
        </button>
      ))}
      <DocsLink page={section === 'call' ? 'api' : 'embedding'} newTab />
    </nav>
  )
}
