import { Button } from '@mui/joy'
import { Square, Volume2 } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { CredentialSelect } from '#client/components/credential-select.tsx'
import { SettingSelect, SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useSpeaker } from '#client/components/use-speaker.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { FlowSections } from '#shared/flow-sections.ts'
import { type SpeakerName, speakerNames, speakers } from '#shared/speaking.ts'
import { Answered, Example } from '../example.tsx'
import type { PageProps } from '../page-props.ts'
import { ProviderChoice } from './provider-choice.tsx'

type Settings = NonNullable<FlowSections['textToSpeech']['settings'][SpeakerName]>

const unset: Settings = { credentialId: '', voice: '', model: '', autoPlay: false }

export function VoicePage({ value, onChange, issueOf, config }: PageProps<'textToSpeech'>) {
  const { textToSpeech: texts } = useTexts().flowConfig
  return (
    <ProviderChoice<SpeakerName, Settings>
      value={value}
      providers={speakers}
      names={speakerNames}
      unset={unset}
      texts={texts}
      onChange={onChange}
      issueOf={issueOf}
    >
      {(chosen) => <SpeakerFields key={chosen.provider} flowId={config.id} {...chosen} />}
    </ProviderChoice>
  )
}

type FieldsProps = {
  flowId: string
  provider: SpeakerName
  chosen: Settings
  onChange: (chosen: Settings) => void
  issueOf: (field: string) => string | undefined
}

function SpeakerFields({ flowId, provider, chosen, onChange, issueOf }: FieldsProps) {
  const { textToSpeech: texts } = useTexts().flowConfig
  const { credential, models } = speakers[provider]
  const { credentialId, voice, model, autoPlay } = chosen
  const at = (field: string) => `settings.${provider}.${field}`
  const voices = trpc.speaking.voices.useQuery(
    { provider, credentialId },
    { enabled: credentialId !== '', retry: false },
  )
  const isOurs = provider === 'openai'
  const known = voices.data ?? []
  const options = [
    // A voice chosen elsewhere stays selected even if its name is unknown.
    ...(voice !== '' && !known.some(({ id }) => id === voice) ? [{ value: voice, label: voice }] : []),
    ...known.map(({ id, name, category }) => ({
      value: id,
      label: name,
      ...(category && { note: category }),
    })),
  ]
  return (
    <>
      <CredentialSelect
        kinds={[credential]}
        name={at('credentialId')}
        value={credentialId}
        onChange={(id) => onChange({ ...chosen, credentialId: id })}
        issue={issueOf('credentialId')}
      />
      <div className="setting-pair grid gap-16 items-start two-columns">
        <SettingSelect
          label={texts.voice}
          name={at('voice')}
          required={!isOurs}
          value={voice || null}
          options={options}
          placeholder={isOurs ? speakers.openai.voices[0] : '—'}
          onChange={(next) => onChange({ ...chosen, voice: next })}
          issue={issueOf('voice')}
          help={isOurs ? texts.voiceHelp : texts.voiceNeeded}
        />
        <SettingText
          label={texts.model}
          name={at('model')}
          value={model}
          choices={models}
          onChange={(typed) => onChange({ ...chosen, model: typed })}
          issue={issueOf('model')}
          help={texts.modelHelp(models[0])}
        />
      </div>
      <SettingSwitch
        label={texts.autoPlay}
        checked={autoPlay}
        onChange={(isOn) => onChange({ ...chosen, autoPlay: isOn })}
        help={texts.autoPlayHelp}
      />
      <p className="setting-help text-12 text-secondary">{texts.cost}</p>
      <Example>
        <Answered>{texts.sample}</Answered>
        <Listen flowId={flowId} provider={provider} chosen={chosen} />
      </Example>
    </>
  )
}

function Listen({ flowId, provider, chosen }: Pick<FieldsProps, 'flowId' | 'provider' | 'chosen'>) {
  const { textToSpeech: texts } = useTexts().flowConfig
  const { credentialId, voice, model } = chosen
  const toasts = useToasts()
  const errorText = useErrorText()
  const { mutateAsync } = trpc.speaking.try.useMutation()
  const { now, play, stop } = useSpeaker({
    fetchSound: () => mutateAsync({ flowId, text: texts.sample, provider, credentialId, voice, model }),
    onError: (error) => toasts.error(errorText(error)),
  })
  return (
    <Button
      size="sm"
      variant="outlined"
      color="neutral"
      sx={{ alignSelf: 'flex-start', justifySelf: 'start' }}
      disabled={credentialId === ''}
      startDecorator={now?.isPlaying ? <Square size={14} aria-hidden /> : <Volume2 size={14} aria-hidden />}
      onClick={() => (now ? stop() : play('sample'))}
    >
      {!now ? texts.listen : now.isPlaying ? texts.stop : texts.preparing}
    </Button>
  )
}
