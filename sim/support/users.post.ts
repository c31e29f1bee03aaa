import { has } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { createUser } from "../effects/create-user.ts";
import { writes } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { fullNameOf } from "../rules/people/full-name.ts";
import { checkPassword, checkUserName } from "../rules/people/login.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * POST /users: a new account, a member of the organization. Every administrator may make one.
 * @reply   user_id
 * @refuses UNAUTHORIZED_PRINCIPAL: anybody but administrators; BAD_REQUEST: a name that is none, no address or one in use, a short password
 */
export const addUser = writes({
  route: "POST /users",
  params: { email: required(text({ stripped: true })), password: required(text()), full_name: required(text()) },
  allow: administratorsOnly,
  rules: ({ realm, params: { email, password, full_name } }) => {
    const name = fullNameOf(full_name);
    checkUserName(realm, email);
    if (realm.usersByDeliveryEmail.has(email.toLowerCase())) {
      refuse(has(realm, "addressInUseWords") ? "Email is already in use." : `Email '${email}' already in use`);
    }
    checkPassword(realm, password, "The password is too weak.");
    return { full_name: name, delivery_email: email, password };
  },
  effect: ({ turn, found }) => ({ user_id: createUser(turn, found).id }),
});
