import './security.css'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { type ActivityKind, ActivityList } from '#client/components/activity-list.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

const parts = ['password', 'factor', 'sessions', 'activity'] as const

export function SecurityDialog({ onClose }: { onClose: () => void }) {
  const { security: texts } = useTexts().account
  const [part, setPart] = useState<(typeof parts)[number]>('password')
  return (
    <Dialog title={texts.title} description={texts.text} size="m" onClose={onClose}>
      <div className="security text-primary">
        <Tabs
          id="security"
          label={texts.tabs}
          value={part}
          options={parts.map((value) => ({ value, label: texts[value] }))}
          onChange={setPart}
        >
          <div className="security-part">
            {part === 'password' && <PasswordForm onDone={onClose} />}
            {part === 'factor' && <FactorPanel />}
            {part === 'sessions' && <SessionList />}
            {part === 'activity' && <MyActivity />}
          </div>
        </Tabs>
      </div>
    </Dialog>
  )
}

function MyActivity() {
  const [kind, setKind] = useState<ActivityKind>()
  const query = trpc.audit.mine.useInfiniteQuery(
    { ...(kind && { kind }), limit: 50 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  return <ActivityList query={query} kind={kind} onKind={setKind} />
}
