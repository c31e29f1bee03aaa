/** How GIFs are rated that may be chosen from. */
export const gifRatings = {
  disabled: { id: 0, name: "GIPHY integration disabled" },
  y: { id: 1, name: "Allow GIFs rated Y (Very young audience)" },
  g: { id: 2, name: "Allow GIFs rated G (General audience)" },
  pg: { id: 3, name: "Allow GIFs rated PG (Parental guidance)" },
  "pg-13": { id: 4, name: "Allow GIFs rated PG-13 (Parental guidance - under 13)" },
  r: { id: 5, name: "Allow GIFs rated R (Restricted)" },
};
