import { Download, FileWarning } from 'lucide-react'
import { useMemo } from 'react'
import { formatBytes } from '#client/components/format-bytes.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import { readFileAnnotations } from '#shared/file-annotations.ts'

/** Files that an assistant has made for its answer. The session cookie authorizes the download. */
export function MadeFiles({ annotations }: { annotations: readonly unknown[] }) {
  const { chat } = useTexts()
  const [language] = useLanguage()
  const sentence = useSentence()
  const files = useMemo(() => readFileAnnotations(annotations), [annotations])
  if (files.length === 0) {
    return null
  }
  return (
    <ul className="chat-made flex wraps gap-6 unlisted" aria-label={chat.files}>
      {files.map((file) => (
        <li className="flex shrinks" key={'url' in file ? file.fileName : file.filePath}>
          {'url' in file ? (
            <a
              className="chat-made-file inline-row gap-8 shrinks text-13 line-18 text-primary no-underline outlined round-10 line-on-hover"
              href={`${file.url}&download=true`}
              download={file.filePath}
            >
              <Download size={15} className="rigid" aria-hidden />
              <span className="truncate">{file.filePath}</span>
              <span className="rigid text-12 text-tertiary tabular">{formatBytes(file.size, language)}</span>
            </a>
          ) : (
            <span className="chat-made-file inline-row gap-8 shrinks text-13 line-18 text-secondary outlined round-10">
              <FileWarning size={15} className="rigid" aria-hidden />
              <span className="breaks-anywhere">
                {file.filePath}: {sentence(file.error)}
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
