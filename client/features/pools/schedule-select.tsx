import { FormControl, FormLabel, Option, Select } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import { type PoolSource, poolSchedules } from '#shared/pools.ts'

type Schedule = PoolSource['schedule']
type Props = { schedule: Schedule; onSchedule: (schedule: Schedule) => void }

/** How often a web page is read again. */
export function ScheduleSelect({ schedule, onSchedule }: Props) {
  const { url, detail } = useTexts().pools
  return (
    <FormControl>
      <FormLabel>{url.schedule}</FormLabel>
      <Select value={schedule} onChange={(_, next) => next && onSchedule(next)}>
        {poolSchedules.map((each) => (
          <Option key={each} value={each}>
            {detail.schedules[each]}
          </Option>
        ))}
      </Select>
    </FormControl>
  )
}
