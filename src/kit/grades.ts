/** The seven grades, lowest first, and the three account categories: fixed for every firm. */
export const GRADES = ['Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner'] as const;
export type Grade = (typeof GRADES)[number];

export const CATEGORIES = ['hr', 'operational', 'admin'] as const;
export type Category = (typeof CATEGORIES)[number];

export const LANGUAGES = ['en', 'fr', 'de', 'es'] as const;

/** True when `grade` is `least` or higher; an unknown grade is below all. */
export const atLeast = (grade: string, least: Grade): boolean => GRADES.indexOf(grade as Grade) >= GRADES.indexOf(least);
