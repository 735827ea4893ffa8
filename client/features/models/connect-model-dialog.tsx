import { useState } from 'react'
import { useIsAdmin } from '#client/api/use-session.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ConnectedModels, ModelSource } from '#shared/default-model.ts'
import { ChooseModel } from './choose-model.tsx'
import { ChooseSource } from './choose-source.tsx'
import { OwnCredential } from './own-credential.tsx'
import './models.css'

export type Connected = ConnectedModels & { source: ModelSource }

/**
 * Connects a model from a key or from a server on this machine, and makes it available to flows. Users save a
 * credential of their own.
 */
export function ConnectModelDialog({ onClose }: { onClose: () => void }) {
  const { models: texts } = useTexts()
  const isAdmin = useIsAdmin()
  const [connected, setConnected] = useState<Connected>()
  const isChoosing = isAdmin && connected !== undefined

  return (
    <Dialog
      title={isChoosing ? texts.chooseTitle : texts.title}
      description={isAdmin ? texts.text : texts.ownText}
      size="m"
      onClose={onClose}
    >
      {!isAdmin && <OwnCredential onSaved={onClose} />}
      {isAdmin && !connected && <ChooseSource onConnected={setConnected} />}
      {isChoosing && (
        <ChooseModel connected={connected} onBack={() => setConnected(undefined)} onDone={onClose} />
      )}
    </Dialog>
  )
}
