import { Link, Table, Typography } from '@mui/joy'
import type { ReactNode } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useTexts } from '#client/texts/texts.tsx'

/** Installed and newest version; an unavailable release source leaves only its own rows unknown. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { account, common } = useTexts()
  const { about } = account
  const version = trpc.version.get.useQuery()
  return (
    <Dialog title={about.title} onClose={onClose}>
      <Table
        borderAxis="xBetween"
        hoverRow={false}
        aria-label={about.title}
        sx={{ '--TableCell-headBackground': 'transparent' }}
      >
        <tbody>
          <Row name={about.current}>
            {version.isError ? about.unknown : <span className="num">{version.data?.version ?? '…'}</span>}
          </Row>
          <LatestRows />
        </tbody>
      </Table>
      <AsyncView query={version}>
        {({ links }) =>
          links.website === null ? (
            <Typography level="body-sm" sx={{ mt: 3 }}>
              {about.website}: {about.notSet}
            </Typography>
          ) : (
            <Link
              href={links.website}
              target="_blank"
              rel="noopener noreferrer"
              title={common.newTab}
              sx={{ mt: 3, fontSize: 13 }}
            >
              {about.website}
            </Link>
          )
        }
      </AsyncView>
    </Dialog>
  )
}

function LatestRows() {
  const { account, common } = useTexts()
  const { about } = account
  const { data: latest, isPending } = trpc.version.latest.useQuery()
  const unknown = isPending ? '…' : latest === null ? about.notSet : about.unknown
  return (
    <>
      <Row name={about.latest}>
        {latest ? (
          <Link href={latest.url} target="_blank" rel="noopener noreferrer" title={common.newTab}>
            {latest.name}
          </Link>
        ) : (
          unknown
        )}
      </Row>
      <Row name={about.published}>
        {latest ? <RelativeTime iso={latest.publishedDate} always /> : unknown}
      </Row>
    </>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}
