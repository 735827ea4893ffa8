import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a cURL command as it was copied from the page and gives the status of the response. */
export async function statusOf(command: string) {
  const { stdout } = await run('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`])
  return stdout
}
