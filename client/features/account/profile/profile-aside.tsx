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
      <aside className="profile-aside">
        <AvatarPicker profile={profile} />
        <div className="profile-who">
          <strong>{username}</strong>
          <span>{email}</span>
          <RoleChip role={role} />
        </div>
        <dl>
          <div>
            <dt>{texts.status}</dt>
            <dd>
              <StatusDot state="live" />
              {texts.active}
            </dd>
          </div>
          <div>
            <dt>{texts.memberSince}</dt>
            <dd className="profile-year">{new Date(createdDate).getFullYear()}</dd>
          </div>
        </dl>
      </aside>
      <p className="profile-updated">
        {texts.lastUpdated} {lastChange ? formatMoment(lastChange, language) : texts.never}
      </p>
    </>
  )
}
