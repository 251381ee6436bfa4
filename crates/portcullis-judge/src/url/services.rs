//! Names that lead inward: metadata services, names of private networks, services that answer
//! with an address of the asker's choice.

/// Names of metadata services and of the interface of a cluster, with whose they are.
pub(super) const METADATA: &[(&str, &str)] = &[
    ("metadata", "a cloud"),
    ("metadata.internal", "a cloud"),
    ("metadata.local", "a cloud"),
    ("metadata.google.internal", "Google"),
    ("metadata.goog", "Google"),
    ("instance-data", "AWS"),
    ("instance-data.ec2.internal", "AWS"),
    ("metadata.azure.internal", "Azure"),
    ("metadata.tencentyun.com", "Tencent"),
    ("metadata.oraclecloud.com", "Oracle"),
    ("metadata.packet.net", "Equinix"),
    ("metadata.platformequinix.com", "Equinix"),
    ("api.metadata.cloud.ibm.com", "IBM"),
    ("metadata.cloud.ibm.com", "IBM"),
    ("data-server", "CloudStack"),
    ("rancher-metadata", "Rancher"),
    ("rancher-metadata.rancher.internal", "Rancher"),
    ("kubernetes", "Kubernetes"),
    ("kubernetes.default", "Kubernetes"),
    ("kubernetes.default.svc", "Kubernetes"),
    ("kubernetes.default.svc.cluster.local", "Kubernetes"),
];

/// Names of this machine; everything below them is too.
pub(super) const THIS_MACHINE: &[&str] = &[
    "localhost",
    "localhost.localdomain",
    "localhost4",
    "localhost4.localdomain4",
    "localhost6",
    "localhost6.localdomain6",
    "ip6-localhost",
    "ip6-loopback",
];

/// Ends of names that the public DNS does not have or has promised never to have.
pub(super) const LOCAL_ENDS: &[&str] = &[
    "local",
    "internal",
    "localdomain",
    "localdomain4",
    "localdomain6",
    "home.arpa",
    "lan",
    "intranet",
    "private",
    "corp",
    "home",
    "mail",
    "test",
    "svc",
    "consul",
    "docker",
];

/// What a public name leads to that is made for another purpose than to be a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    /// The name itself and everything below it is this machine.
    Here,
    /// What stands below it names an address and leads there.
    Embeds,
    /// It changes its answer between two questions, or redirects to wherever it is told.
    Turns,
}

/// Public names that lead inward.
pub(super) const SERVICES: &[(&str, Service)] = &[
    ("nip.io", Service::Embeds),
    ("sslip.io", Service::Embeds),
    ("xip.io", Service::Embeds),
    ("xip.name", Service::Embeds),
    ("traefik.me", Service::Embeds),
    ("backname.io", Service::Embeds),
    ("local-ip.co", Service::Embeds),
    ("local-ip.sh", Service::Embeds),
    ("local-ip.medicmobile.org", Service::Embeds),
    ("plex.direct", Service::Embeds),
    ("localtest.me", Service::Here),
    ("localdev.me", Service::Here),
    ("localho.st", Service::Here),
    ("localh.st", Service::Here),
    ("localhost.direct", Service::Here),
    ("lacolhost.com", Service::Here),
    ("lvh.me", Service::Here),
    ("vcap.me", Service::Here),
    ("fuf.me", Service::Here),
    ("local.gd", Service::Here),
    ("smackaho.st", Service::Here),
    ("127-0-0-1.org.uk", Service::Here),
    ("lndo.site", Service::Here),
    ("ddev.site", Service::Here),
    ("docksal.site", Service::Here),
    ("spoofed.burpcollaborator.net", Service::Here),
    ("rbndr.us", Service::Turns),
    ("1u.ms", Service::Turns),
    ("rebind.it", Service::Turns),
    ("rebind.network", Service::Turns),
    ("r3dir.me", Service::Turns),
    ("localdomain.pw", Service::Turns),
    ("nicob.net", Service::Turns),
];
