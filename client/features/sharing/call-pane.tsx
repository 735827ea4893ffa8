import { useState } from 'react'
import { CodePane } from './code-pane.tsx'
import { KeyControl } from './key-control.tsx'
import { RequestControls } from './request-controls.tsx'
import { TryPanel } from './try-panel.tsx'
import { type CreatedKey, useRequest } from './use-request.ts'
import type { SharedState } from './use-sharing.ts'

/** Controls on the left rewrite the code on the right, and *Try it* sends the same request. */
export function CallPane({ state }: { state: SharedState }) {
  const [created, setCreated] = useState<CreatedKey>()
  const form = useRequest(state, created)
  return (
    <>
      <div className="share-controls stack scrolls gap-18 line-right">
        <KeyControl state={state} created={created} onCreated={setCreated} />
        <RequestControls state={state} form={form} />
      </div>
      <div className="share-code stack gap-12 shrinks scrolls backdrop-body">
        <CodePane request={form.request} />
        <TryPanel state={state} request={form.request} created={created} />
      </div>
    </>
  )
}
