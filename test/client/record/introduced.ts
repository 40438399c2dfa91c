// `.claude.json` of somebody who has used the client before.

/** The interactive client asks a new user many things first. */
export const introduced = (version: string, project: string) => ({
  hasCompletedOnboarding: true,
  lastOnboardingVersion: version,
  theme: 'dark',
  numStartups: 5,
  bypassPermissionsModeAccepted: true,
  customApiKeyResponses: { approved: ['0'.repeat(20)], rejected: [] },
  projects: {
    [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] },
  },
})
