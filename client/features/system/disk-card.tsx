import { formatBytes } from '#client/components/format-bytes.ts'
import { numberFormat } from '#client/components/intl.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'

/** PostgreSQL is usually on another disk, so only what is beside the data is part of the bar. */
export function DiskCard({ disk }: { disk: SystemStatus['disk'] }) {
  const { disk: texts } = useTexts().system
  const [language] = useLanguage()
  const { databaseBytes, walBytes, filesBytes, freeBytes, totalBytes } = disk
  const bytes = (value: number) => formatBytes(value, language)
  const ours = [
    { name: 'database', label: texts.database, value: databaseBytes },
    ...(walBytes === null ? [] : [{ name: 'wal', label: texts.wal, value: walBytes }]),
    { name: 'files', label: texts.files, value: filesBytes },
  ]
  const used = totalBytes - freeBytes
  const local = (walBytes === null ? 0 : databaseBytes + walBytes) + (filesBytes ?? 0)
  const parts = [
    ...ours.filter(({ name }) => walBytes !== null || name === 'files'),
    { name: 'other', label: texts.other, value: Math.max(0, used - local) },
  ]
  const percent = numberFormat(language, { style: 'percent' })
  return (
    <SystemCard title={texts.title} aside={texts.free(bytes(freeBytes), bytes(totalBytes))}>
      <div className="system-disk flex" role="img" aria-label={texts.bar(percent.format(used / totalBytes))}>
        {parts.map(({ name, value }) => (
          <i key={name} data-part={name} style={{ flexGrow: (value ?? 0) / totalBytes }} />
        ))}
        <i style={{ flexGrow: freeBytes / totalBytes }} />
      </div>
      <dl className="grid gap-4">
        {[...ours, ...parts.slice(-1)].map(({ name, label, value }) => (
          <ReceiptLine
            key={name}
            label={
              <>
                <i className="system-key" data-part={name} aria-hidden="true" /> {label}
              </>
            }
            value={value === null ? texts.counting : bytes(value)}
          />
        ))}
      </dl>
    </SystemCard>
  )
}
