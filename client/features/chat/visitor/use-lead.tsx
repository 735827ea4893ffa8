import { type ReactNode, useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { LeadForm as Form } from '#shared/chatbot.ts'
import type { Chat } from '../use-chat.ts'

const LeadForm = whenOpened(async () => (await import('./lead-form.tsx')).LeadForm)

type Options = { flowId: string; form: Form | undefined; onLeft: () => void }

/** The lead form, where the owner enabled it: shown once per browser, before the first question. */
export function useLead(
  { lead, exchanges, history, chatId, keepLead: storeLead }: Chat,
  { flowId, form, onLeft }: Options,
): { isRequired: boolean; form: ReactNode; thanks: string | undefined; placeholder: string } {
  const { chatVisitor: texts } = useTexts()
  const [hasLeft, setLeft] = useState(false)
  const isRequired = form !== undefined && lead === undefined && exchanges.length === 0 && !history.isLoading
  return {
    isRequired,
    form: isRequired ? (
      <div className="chat-thread stack gap-8 relative">
        <div className="chat-row flex shrinks relative">
          <KindGlyph kind="agent" silent />
          <LeadForm
            flowId={flowId}
            form={form}
            chatId={chatId}
            onLeft={(details, leadChatId) => {
              storeLead(details, leadChatId)
              setLeft(true)
              onLeft()
            }}
          />
        </div>
      </div>
    ) : undefined,
    thanks: hasLeft ? form?.successMessage || texts.leadThanks : undefined,
    placeholder: texts.leadFirst,
  }
}
