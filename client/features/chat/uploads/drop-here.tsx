import './uploads.css'
import { Paperclip } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

export function DropHere() {
  const { chatUploads } = useTexts()
  return (
    <div className="chat-drop row gap-8 absolute medium untouchable text-accent content-middle round-md">
      <Paperclip size={20} aria-hidden />
      {chatUploads.drop}
    </div>
  )
}
