import { FormControl, FormHelperText, FormLabel, Option, Select } from '@mui/joy'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { CopyLine } from '#client/components/copy-line.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { CreateKey } from './create-key.tsx'
import type { CreatedKey } from './use-request.ts'
import { type SharedState, useShareSaving } from './use-sharing.ts'

type Props = {
  state: SharedState
  created: CreatedKey | undefined
  onCreated: (key: CreatedKey) => void
}

const NO_KEY = 'none'
const NEW_KEY = 'new'

/** Selects the key required of callers. The choice is saved at once. */
export function KeyControl({ state, created, onCreated }: Props) {
  const { sharing: texts } = useTexts()
  const [isCreating, setCreating] = useState(false)
  const { save, isSaving } = useShareSaving(state.sharing.id)
  const isAgreed = useAgreement(state)
  const help = useHelp(state, created)
  const { sharing, keys } = state
  const { apiKeyId, isKeyMissing } = sharing

  async function choose(id: string) {
    setCreating(id === NEW_KEY)
    const next = id === NO_KEY ? null : id
    if (id !== NEW_KEY && next !== apiKeyId && (await isAgreed(next))) {
      await save({ apiKeyId: next })
    }
  }

  async function bindNew(key: CreatedKey) {
    setCreating(false)
    if ((await isAgreed(key.id)) && (await save({ apiKeyId: key.id }))) {
      onCreated(key)
    }
  }

  return (
    <>
      {isKeyMissing && <FormBanner tone="warning">{texts.keyMissing}</FormBanner>}
      <FormControl>
        <FormLabel>{texts.who}</FormLabel>
        {keys && (
          <Select
            value={isCreating ? NEW_KEY : (apiKeyId ?? NO_KEY)}
            disabled={isSaving}
            startDecorator={<KeyRound size={15} />}
            placeholder="—"
            onChange={(_, next) => next && void choose(next)}
            slotProps={{ listbox: { sx: { zIndex: 1400 } } }}
          >
            <Option value={NO_KEY}>{texts.noKey}</Option>
            {keys.map(({ id, keyName, apiKey }) => (
              <Option key={id} value={id} label={keyName}>
                <span className="share-key flex spread gap-12 shrinks items-baseline grows">
                  {keyName}
                  <code className="text-secondary">{shorten(apiKey)}</code>
                </span>
              </Option>
            ))}
            <Option value={NEW_KEY}>{texts.createKey}</Option>
          </Select>
        )}
        {!isKeyMissing && <FormHelperText>{help}</FormHelperText>}
      </FormControl>
      {isCreating && <CreateKey onCreated={(key) => void bindNew(key)} onCancel={() => setCreating(false)} />}
      {created && created.id === apiKeyId && (
        <div className="grid gap-10 backdrop-level1 round-md pad-12">
          <CopyLine label={texts.newKey} text={created.secret} />
          <p>{texts.newKeyText}</p>
        </div>
      )}
    </>
  )
}

/** The server returns a new key in full once, and every other key shortened. */
function shorten(apiKey: string) {
  return apiKey.includes('…') ? apiKey : `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`
}

function useHelp({ sharing, keys }: SharedState, created: CreatedKey | undefined) {
  const { sharing: texts } = useTexts()
  if (sharing.apiKeyId !== null) {
    return created?.id === sharing.apiKeyId ? texts.keyBound : `${texts.keyBound} ${texts.keyPlaceholder}`
  }
  if (sharing.isPublic) {
    return texts.openToAll
  }
  return keys ? texts.ownKeysOnly : texts.ownOnly
}

/** Asks for confirmation before callers are locked out or the flow becomes open to everyone. */
function useAgreement({ sharing, keys }: SharedState) {
  const { sharing: texts } = useTexts()
  const confirm = useConfirm()
  return (next: string | null) => {
    const bound = sharing.apiKeyId
    if (bound !== null && next !== null && !sharing.isKeyMissing) {
      const name = keys?.find(({ id }) => id === bound)?.keyName ?? texts.switchMissing
      return confirm({ title: texts.switchTitle, description: texts.switchText(name) })
    }
    if (!sharing.isPublic) {
      return Promise.resolve(true)
    }
    return next === null
      ? confirm({ title: texts.openTitle, description: texts.openText, danger: true })
      : confirm({ title: texts.requireTitle, description: texts.requireText })
  }
}
