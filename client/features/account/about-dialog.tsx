import { Link, Table } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'

/** Which version this is. The latest release joins the table when the server looks for it. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { shell, common } = useTexts()
  const version = trpc.version.get.useQuery()
  return (
    <Dialog title={shell.about.title} onClose={onClose}>
      <AsyncView query={version}>
        {({ version: current, links }) => (
          <>
            <Table borderAxis="xBetween" hoverRow={false} aria-label={shell.about.title}>
              <tbody>
                <tr>
                  <th scope="row">{shell.about.current}</th>
                  <td className="num">{current}</td>
                </tr>
              </tbody>
            </Table>
            <Link
              href={links.website}
              target="_blank"
              rel="noopener noreferrer"
              title={common.newTab}
              sx={{ mt: 3, fontSize: 13 }}
            >
              {shell.about.website}
            </Link>
          </>
        )}
      </AsyncView>
    </Dialog>
  )
}
