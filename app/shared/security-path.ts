/** Where an account sets up its second factor, and an admin who must have one is led to. */
export const securityPath = "/account/security";
