import './uploads.css'
import { FileText, Link2, Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { lookOf, type SentUpload } from './sent-uploads.ts'

export function SentList({ uploads }: { uploads: readonly SentUpload[] }) {
  const { chatUploads } = useTexts()
  return (
    <ul className="chat-sent flex wraps gap-6 unpadded unlisted at-end" aria-label={chatUploads.attached}>
      {uploads.map((upload, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order never changes
        <li className="flex shrinks" key={index}>
          <Sent upload={upload} />
        </li>
      ))}
    </ul>
  )
}

function Sent({ upload }: { upload: SentUpload }) {
  const look = lookOf(upload)
  if (look === 'picture' && upload.src) {
    return <Picture name={upload.name} src={upload.src} />
  }
  return look === 'sound' ? <Sound src={upload.src} /> : <Paper upload={upload} isLink={look === 'link'} />
}

function Picture({ name, src }: { name: string; src: string }) {
  const { chatUploads } = useTexts()
  const picture = <img src={src} alt={chatUploads.picture(name)} />
  // Browsers do not open data URLs as pages.
  return src.startsWith('/') ? <Opened href={src}>{picture}</Opened> : picture
}

function Sound({ src }: { src: string | undefined }) {
  const { chatUploads } = useTexts()
  return src ? (
    // biome-ignore lint/a11y/useMediaCaption: its words are the question below, once they are known
    <audio controls preload="none" src={src} aria-label={chatUploads.voice.sent} />
  ) : (
    <Chip icon={<Mic size={15} aria-hidden />} name={chatUploads.voice.sent} />
  )
}

function Paper({ upload: { name, src }, isLink }: { upload: SentUpload; isLink: boolean }) {
  const icon = isLink ? <Link2 size={15} aria-hidden /> : <FileText size={15} aria-hidden />
  const chip = <Chip icon={icon} name={isLink ? (src ?? name) : name} />
  return src ? <Opened href={isLink ? src : `${src}&download=true`}>{chip}</Opened> : chip
}

function Opened({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="block shrinks" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function Chip({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span
      className="chat-sent-chip inline-row gap-6 shrinks text-13 line-18 text-secondary outlined min-height-28 round-10"
      title={name}
    >
      {icon}
      <span>{name}</span>
    </span>
  )
}
