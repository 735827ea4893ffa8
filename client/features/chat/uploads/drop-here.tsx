import './uploads.css'
import { Paperclip } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'

export function DropHere() {
  const { chatUploads } = useTexts()
  return (
    <div className="chat-drop">
      <Paperclip size={20} aria-hidden />
      {chatUploads.drop}
    </div>
  )
}
