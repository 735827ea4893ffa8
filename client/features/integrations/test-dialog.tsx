import { FormControl, Option, Select } from '@mui/joy'
import { useState } from 'react'
import { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { FieldLabel, FormField } from '#client/components/form-field.tsx'
import { FormFooter } from '#client/components/form-footer.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useForm } from '#client/components/use-form.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type ChannelDetails, testChannelInput } from '#shared/channels.ts'

const input = z.object({ text: testChannelInput.shape.text })

export function TestDialog({ details, onClose }: { details: ChannelDetails; onClose: () => void }) {
  const { test: texts } = useTexts().integrations
  const { channel, chats } = details
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [chatId, setChatId] = useState(chats[0]?.chatId)
  const sending = trpc.channels.sendTest.useMutation({
    async onSuccess() {
      await utils.channels.details.invalidate()
      toasts.success(texts.sent)
      onClose()
    },
  })
  const form = useForm(input, ({ text }) => {
    if (chatId !== undefined) {
      sending.mutate({ id: channel.id, chatId, text })
    }
  })
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      onClose={onClose}
      locked={sending.isPending}
      form={form.handlers}
      footer={
        <FormFooter
          submit={texts.send}
          busy={texts.sending}
          isBusy={sending.isPending}
          isReady={chatId !== undefined}
          onCancel={onClose}
        />
      }
    >
      {chatId === undefined ? (
        <FormBanner tone="warning">{texts.none}</FormBanner>
      ) : (
        <div className="grid gap-16">
          {sending.error && <FormBanner>{errorText(sending.error)}</FormBanner>}
          <FormControl>
            <FieldLabel label={texts.to} />
            <Select value={chatId} onChange={(_, value) => setChatId(value ?? chatId)}>
              {chats.map((chat) => (
                <Option key={chat.chatId} value={chat.chatId}>
                  {chat.name}
                </Option>
              ))}
            </Select>
          </FormControl>
          <FormField
            label={texts.message}
            name="text"
            defaultValue={texts.default}
            errors={form.errors}
            required
          />
        </div>
      )}
    </Dialog>
  )
}
