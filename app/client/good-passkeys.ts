/**
 * Tells the browser which of an account's passkeys are good, so that it no longer offers those that were removed. Nothing
 * where the browser doesn't take it.
 * @param userId what devices know the account by, in base64url
 * @param allAcceptedCredentialIds in base64url
 */
export async function tellGoodPasskeys(userId: string, allAcceptedCredentialIds: string[]): Promise<void> {
  if (typeof PublicKeyCredential !== "function") return;
  if (!("signalAllAcceptedCredentials" in PublicKeyCredential)) return;
  const accepted = { rpId: location.hostname, userId, allAcceptedCredentialIds };
  // At another address than the site's own it is refused, and there is nothing to tell.
  await PublicKeyCredential.signalAllAcceptedCredentials(accepted).catch(() => {});
}
