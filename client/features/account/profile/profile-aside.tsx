import { formatMoment } from '#client/components/relative-time.tsx'
import { RoleChip } from '#client/components/role-chip.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FullProfile } from '#shared/profile.ts'
import { AvatarPicker } from './avatar-picker.tsx'

export function ProfileAside({ profile }: { profile: FullProfile }) {
  const { profile: texts } = useTexts().account
  const [language] = useLanguage()
  const { username, email, role, createdDate, updatedDate } = profile
  const lastChange = updatedDate || createdDate
  return (
    <>
      <aside className="profile-aside grid gap-12 backdrop-body pad-24 content-start">
        <AvatarPicker profile={profile} />
        <div className="profile-who grid shrinks content-start items-left">
          <strong className="semibold breaks-anywhere">{username}</strong>
          <span>{email}</span>
          <RoleChip role={role} />
        </div>
        <dl className="grid gap-10 line-above margin-4-0-0">
          <div>
            <dt>{texts.status}</dt>
            <dd className="row gap-6">
              <StatusDot state="live" />
              {texts.active}
            </dd>
          </div>
          <div>
            <dt>{texts.memberSince}</dt>
            <dd className="monospace row gap-6 tabular">{new Date(createdDate).getFullYear()}</dd>
          </div>
        </dl>
      </aside>
      <p className="profile-updated backdrop-body">
        {texts.lastUpdated} {lastChange ? formatMoment(lastChange, language) : texts.never}
      </p>
    </>
  )
}
